import { isOrigin } from '@causeway/bridge/shared/is-origin';
import { addScript } from './add-script.ts';
import { anOrigin } from './assert-options.ts';
import { unexpected } from './causeway-error.ts';
import type { CausewayScript } from './script-tag.ts';

export interface LoadOptions {
  /** Where Causeway runs, as an exact origin. */
  origin: string;
  /** Hash of the script for subresource integrity, `sha384-…`. */
  integrity?: string | undefined;
  /** Nonce of the page's content policy. */
  nonce?: string | undefined;
}

const loading = new Map<string, Promise<CausewayScript>>();

/**
 * Loads the script of the Causeway server itself, so that a page is always as new as the server. Loads once per origin;
 * a failed load is forgotten, so that calling again tries again. Resolves to null where there is no document.
 *
 * @example
 * const causeway = await load({ origin: 'https://pay.example' })
 * causeway?.mount('#pay', { origin: 'https://pay.example', partnerKey: 'pk_test_shop' })
 */
export async function load({ origin, integrity = '', nonce = '' }: LoadOptions): Promise<CausewayScript | null> {
  if (typeof document === 'undefined') return null;
  if (!isOrigin(origin)) throw unexpected('origin', anOrigin, origin);
  const known = loading.get(origin);
  if (known) return known;
  const started = addScript(
    { src: `${origin}/causeway.js`, integrity, nonce, crossOrigin: 'anonymous' },
    () => window.Causeway,
  );
  loading.set(origin, started);
  started.catch(() => loading.delete(origin));
  return started;
}
