import { isOrigin } from '@causeway/bridge/shared/is-origin';
import { CausewayError, shown } from './causeway-error.ts';
import type { CausewayScript } from './script.ts';

export interface LoadOptions {
  /** Where Causeway runs, as an exact origin. */
  origin: string;
  /** Hash of the script for subresource integrity, `sha384-…`. */
  integrity?: string | undefined;
}

const loading = new Map<string, Promise<CausewayScript>>();

function addScript({ origin, integrity }: LoadOptions): Promise<CausewayScript> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.src = `${origin}/causeway.js`;
    script.crossOrigin = 'anonymous';
    if (integrity) script.integrity = integrity;
    const fail = (what: string) => {
      script.remove();
      reject(
        new CausewayError(
          `Expected ${script.src} to load, but ${what}. Check the address and the page's content policy.`,
        ),
      );
    };
    script.addEventListener('load', () =>
      window.Causeway ? resolve(window.Causeway) : fail('it did not define window.Causeway'),
    );
    script.addEventListener('error', () => fail('the browser could not fetch or was not allowed to run it'));
    document.head.append(script);
  });
}

/**
 * Loads the script of the Causeway server itself, so that a page is always as new as the server. Loads once per origin;
 * a failed load is forgotten, so that calling again tries again. Resolves to null where there is no document.
 *
 * @example
 * const causeway = await load({ origin: 'https://pay.example' })
 * causeway?.mount('#pay', { origin: 'https://pay.example', partnerKey: 'pk_test_shop' })
 */
export async function load(options: LoadOptions): Promise<CausewayScript | null> {
  if (typeof document === 'undefined') return null;
  const { origin } = options;
  if (!isOrigin(origin)) {
    throw new CausewayError(
      `Expected "origin" to be the address of Causeway without a path, such as "https://pay.example", but got ${shown(origin)}.`,
    );
  }
  const known = loading.get(origin);
  if (known) return known;
  const started = addScript(options);
  loading.set(origin, started);
  started.catch(() => loading.delete(origin));
  return started;
}
