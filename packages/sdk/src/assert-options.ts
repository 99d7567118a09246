import { isDecimal } from '@causeway/bridge/shared/guards';
import { isOrigin } from '@causeway/bridge/shared/is-origin';
import { unexpected } from './causeway-error.ts';
import type { CausewayOptions } from './options.ts';
import { QUERY_OPTIONS } from './option-names.ts';

export type GivenOptions = { readonly [Name in keyof CausewayOptions]?: unknown };

/** Where Causeway runs, as errors ask for it. */
export const anOrigin = 'an origin, "https://pay.example"';

/**
 * Throws an error that describes the first invalid option. Callers may be plain JavaScript, so types are not trusted.
 */
export function assertOptions(options: GivenOptions): asserts options is CausewayOptions {
  const { origin, partnerKey } = options;
  if (!isOrigin(origin)) throw unexpected('origin', anOrigin, origin);
  const start = String(partnerKey).slice(0, 3);
  // A secret key that was in a page is no longer secret, and is not repeated.
  if (start !== 'pk_') throw unexpected('partnerKey', 'a public key, "pk_…" (replace a secret one)', start);
  for (const name of QUERY_OPTIONS) {
    const value: unknown = options[name];
    if (value === undefined) continue;
    if (typeof value !== 'string') throw unexpected(name, 'text', value);
    if (name.endsWith('Amount') && !isDecimal(value)) throw unexpected(name, 'decimal text, "250.00"', value);
  }
}
