import { presetNames, type PresetName } from '@causeway/contract/shapes/presets';
import { z } from 'zod';
import { partner as partnerSchema, type PartnerInput } from '../../modules/partners/partner.ts';

/** Options of `create` and `set`; one that may be repeated replaces the whole list. */
export const partnerOptions = {
  name: { type: 'string' },
  origin: { type: 'string', multiple: true },
  merchant: { type: 'string' },
  client: { type: 'string' },
  fee: { type: 'string' },
  theme: { type: 'string' },
  brand: { type: 'string' },
  'brand-dark': { type: 'string' },
  radius: { type: 'string' },
  rate: { type: 'string' },
  default: { type: 'string', multiple: true },
  lock: { type: 'string', multiple: true },
  flag: { type: 'string', multiple: true },
  route: { type: 'string', multiple: true },
  webhook: { type: 'string' },
} as const;

type Given = {
  [Name in keyof typeof partnerOptions]?: (typeof partnerOptions)[Name] extends { multiple: true } ? string[] : string;
};
type Draft = { [Name in keyof PartnerInput]: unknown };

/** Presets of every page that say neither who is paid, as a partner's client and fee do, nor how much. */
const unpaying: readonly PresetName[] = [
  ...(['payinCurrency', 'payinGroup', 'payoutCurrency', 'payoutGroup', 'coupon', 'description'] as const),
  ...(['productDetails', 'partnerOrderId', 'clientEmail', 'httpReturnSuccess', 'httpReturnFailed'] as const),
];

const pagePresets = z.object(partnerSchema.pick({ defaults: true, locks: true }).shape);

/** Whether options change what the presets of a partner's pages say of who is paid, or how much. */
export function changesPayment(partner: Pick<Draft, 'defaults' | 'locks'> | undefined, given: Given): boolean {
  const read = (draft: unknown) => {
    const { defaults, locks } = pagePresets.parse(draft);
    return JSON.stringify(
      presetNames.filter((name) => !unpaying.includes(name)).map((name) => [defaults[name], locks.includes(name)]),
    );
  };
  return read(partner ?? {}) !== read({ ...partner, ...readPresets(given) });
}

const percentUnits = 10_000;

/**
 * A partner with the given options in place of its own. Nothing is checked here: the partner's own schema does that.
 */
export function withOptions(partner: Draft, given: Given, clientId: string | null | undefined): Draft {
  const { name, origin, merchant, fee, theme, rate, flag, route, webhook } = given;
  return {
    ...partner,
    ...(name !== undefined && { name }),
    ...(origin !== undefined && { allowedOrigins: listed(origin) }),
    ...(merchant !== undefined && { isMerchant: readEither('merchant', merchant, ['on', 'off']) }),
    ...(clientId !== undefined && { clientId }),
    ...(fee !== undefined && { feePercent: readFee(fee) }),
    ...(theme !== undefined && { theme }),
    ...(rate !== undefined && { isFloatingRate: readEither('rate', rate, ['floating', 'fixed']) }),
    themeSettings: { ...Object(partner.themeSettings), ...readTheme(given) },
    ...readPresets(given),
    ...(flag !== undefined && { flags: listed(flag) }),
    ...(route !== undefined && { routes: listed(route) }),
    ...(webhook !== undefined && { webhookUrl: webhook }),
  };
}

/** One empty value empties a list. */
function listed(values: readonly string[]): string[] {
  return values.filter((value) => value !== '');
}

function readEither(name: string, value: string, [yes, no]: readonly [string, string]): boolean {
  if (value === yes || value === no) return value === yes;
  throw new Error(`--${name}: must be ${yes} or ${no}.`);
}

/** Percent with up to four decimals, `0.5`, in its ten-thousandths. */
function readFee(value: string): number {
  const units = /^\d{1,2}(\.\d{1,4})?$/.test(value) ? Math.round(Number(value) * percentUnits) : Infinity;
  if (units <= 10 * percentUnits) return units;
  throw new Error('--fee: must be a percent such as 0.5, at most 10 %.');
}

function readRadius(value: string): number {
  if (/^\d{1,2}$/.test(value) && Number(value) <= 22) return Number(value);
  throw new Error('--radius: must be pixels, from 0 to 22.');
}

function readTheme({ brand, 'brand-dark': brandDark, radius }: Given): Record<string, unknown> {
  return {
    ...(brand !== undefined && { brand }),
    ...(brandDark !== undefined && { brandDark }),
    ...(radius !== undefined && { radius: readRadius(radius) }),
  };
}

function readPresets({ default: pairs, lock }: Given): Partial<Pick<Draft, 'defaults' | 'locks'>> {
  return {
    ...(pairs !== undefined && { defaults: readDefaults(pairs) }),
    ...(lock !== undefined && { locks: listed(lock) }),
  };
}

function readDefaults(pairs: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    listed(pairs).map((pair) => {
      const at = pair.indexOf('=');
      if (at < 1) throw new Error('--default: must be name=value, such as payoutCurrency=BTC.');
      // All pages would take one person's orders; and the audit log, which is never erased, would keep the address.
      if (pair.startsWith('clientEmail='))
        throw new Error('--default: clientEmail is of one payer. Give it in the session of an order.');
      return [pair.slice(0, at), pair.slice(at + 1)];
    }),
  );
}
