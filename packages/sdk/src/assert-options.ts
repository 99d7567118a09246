import { isDecimal } from '@causeway/bridge/shared/guards';
import { isOrigin } from '@causeway/bridge/shared/is-origin';
import { unexpected } from './causeway-error.ts';
import { QUERY_OPTIONS, type CausewayOptions } from './options.ts';

export type GivenOptions = { readonly [Name in keyof CausewayOptions]?: unknown };

/** Where Causeway runs, as errors ask for it. */
export const anOrigin = 'an origin, such as "https://pay.example"';

/**
 * Throws an error that describes the first invalid option. Callers may be plain JavaScript, so types are not trusted.
 */
export function assertOptions(options: GivenOptions): asserts options is CausewayOptions {
  const { origin, partnerKey } = options;
  if (typeof origin !== 'string' || !isOrigin(origin)) throw unexpected('origin', anOrigin, origin);
  if (!partnerKey) throw unexpected('partnerKey', 'a key, such as "pk_test_shop"', partnerKey);
  for (const name of QUERY_OPTIONS) {
    const value: unknown = options[name];
    if (value === undefined) continue;
    if (typeof value !== 'string') throw unexpected(name, 'text', value);
    if (name.endsWith('Amount') && !isDecimal(value)) throw unexpected(name, 'decimal text, such as "250.00"', value);
  }
}
