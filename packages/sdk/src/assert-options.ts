import { isDecimal } from '@causeway/bridge/shared/guards';
import { isOrigin } from '@causeway/bridge/shared/is-origin';
import { CausewayError, shown } from './causeway-error.ts';
import { QUERY_OPTIONS, type CausewayOptions } from './options.ts';

export type GivenOptions = { readonly [Name in keyof CausewayOptions]?: unknown };

const choices: Partial<Record<keyof CausewayOptions, string[]>> = {
  theme: ['light', 'dark', 'auto'],
  swMode: ['cabinet', 'cabinet-buy-sell', 'directBuy', 'merchant'],
};

/** Throws a sentence about the first option that cannot work. Callers may be plain JavaScript, so types are not trusted. */
export function assertOptions(options: GivenOptions): asserts options is CausewayOptions {
  const { origin, partnerKey } = options;
  if (typeof origin !== 'string' || !isOrigin(origin)) {
    throw new CausewayError(
      `Expected "origin" to be the address of Causeway without a path, such as "https://pay.example", but got ${shown(origin)}.`,
    );
  }
  if (!partnerKey) {
    throw new CausewayError(
      `Expected "partnerKey" to be your public key, such as "pk_test_shop", but got ${shown(partnerKey)}. Copy it from your partner page.`,
    );
  }
  for (const name of QUERY_OPTIONS) {
    const value: unknown = options[name];
    if (value === undefined) continue;
    const allowed = choices[name];
    const expected = allowed?.length
      ? allowed.some((choice) => choice === value) || `one of ${allowed.join(', ')}`
      : name.endsWith('Amount')
        ? isDecimal(value) || 'decimal text, such as "250.00"'
        : typeof value === 'string' || 'text';
    if (expected !== true) {
      throw new CausewayError(
        `Expected "${name}" to be ${expected}, but got ${shown(value)}. Leave it out to use the default.`,
      );
    }
  }
}
