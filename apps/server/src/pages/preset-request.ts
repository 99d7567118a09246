import type { getConfig } from '@causeway/contract/calls/get-config';
import type { RequestOf } from '@causeway/contract/define-call';
import { presetNames, type PresetName, type Presets } from '@causeway/contract/shapes/presets';
import { toSnakeCase } from '@causeway/contract/wire/names';
import { fixedPresets } from '../modules/partner-sessions/partner-session.ts';
import { plainPresets } from '../modules/partners/clean-presets.ts';
import type { Partner } from '../modules/partners/partner.ts';

export type PageRequest = RequestOf<typeof getConfig>;

/** Presets that belong to the preorder, and so to the request itself. */
const preorderNames = [
  'payinCurrency',
  'payinGroup',
  'payinAmount',
  'payoutCurrency',
  'payoutGroup',
  'payoutAmount',
  'purchaseAmount',
  'purchaseCurrency',
  'coupon',
] as const satisfies PresetName[];

export interface PresetInput {
  partner: Partner;
  /** Of the session that the page was opened with. */
  session: Presets | undefined;
  /** The request in the page's URL. */
  asked: PageRequest;
  /** The URL's fields as they came. */
  fields: Readonly<Record<string, unknown>>;
  /** The network that takes a chain address, among those of a currency. */
  findGroup(currency: string | undefined, address: string): string | undefined;
}

/**
 * The initial values of a partner's page: what is fixed, else what its URL says, else the partner's defaults. Values
 * for the page itself are in the widget params, each once; of texts those of the partner alone have markup.
 */
export function presetRequest({ partner, session, asked, fields, findGroup }: PresetInput): PageRequest {
  const { widgetParams = {}, ...requested } = asked;
  const fixed = fixedPresets(partner, session);
  const given = new Map<string, unknown>([...Object.entries(fields), ...Object.entries(widgetParams).map(toProduct)]);
  const open = presetNames.filter((name) => !isGiven(given.get(name)));
  const values: Presets = {
    ...Object.fromEntries(open.map((name) => [name, partner.defaults[name]])),
    ...fixed,
  };
  const isMerchant = isOn(values.isMerchant) ?? requested.isMerchant ?? isOn(given.get('isMerchant'));
  // What is sold is paid to the address that the merchant's server has fixed, by that address's network.
  if (isMerchant === true && fixed.dstAddress !== undefined && isOn(fixed.payToPartner) !== true) {
    values.payToPartner = '0';
    values.payoutGroup ??= findGroup(values.purchaseCurrency ?? values.payoutCurrency, fixed.dstAddress);
  }
  // Without one the merchant's balance is paid, whatever the page's URL says: the order is made so too.
  if (isMerchant === true && partner.isMerchant && fixed.dstAddress === undefined && fixed.payToPartner === undefined)
    values.payToPartner = '1';
  const preorder = Object.fromEntries(
    preorderNames.flatMap((name) => (values[name] === undefined ? [] : [[name, values[name]]])),
  );
  const payToPartner = isOn(values.payToPartner) ?? requested.payToPartner ?? isOn(given.get('payToPartner'));
  return {
    ...requested,
    ...preorder,
    ...sideOf(fixed),
    partnerKey: partner.partnerKey,
    isMerchant,
    payToPartner,
    widgetParams: {
      // In one spelling, so that a value that is fixed or cleaned has no other beside it.
      ...Object.fromEntries(Object.entries(widgetParams).map((param) => inWire(toProduct(param)))),
      ...toWire(cleanTexts(given)),
      ...toWire(values),
      ...Object.fromEntries(partner.flags.map((flag) => [flag, '1'])),
      ...(partner.routes.length > 0 && { routes: partner.routes.join(' ') }),
      partner_key: partner.partnerKey,
    },
  };
}

/** A fixed amount is the entered one. */
function sideOf({ payinAmount, payoutAmount }: Presets): Pick<PageRequest, 'isPayoutCalc' | 'payoutAmount'> {
  if (payinAmount !== undefined) return { isPayoutCalc: false, payoutAmount: undefined };
  return payoutAmount === undefined ? {} : { isPayoutCalc: true };
}

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== '';
}

function isOn(value: unknown): boolean | undefined {
  return value === undefined ? undefined : [true, 1, '1', 'true'].some((on) => on === value);
}

/** Texts from the URL: anybody may have written it, so that they have no markup. */
function cleanTexts(given: ReadonlyMap<string, unknown>): Presets {
  const text = (name: string) => {
    const value = given.get(name);
    return typeof value === 'string' && value !== '' ? value : undefined;
  };
  return plainPresets({ description: text('description'), productDetails: text('productDetails') });
}

function toProduct<Value>([name, value]: [string, Value]): [string, Value] {
  return [name.replaceAll(/_([a-z])/g, (_whole, letter: string) => letter.toUpperCase()), value];
}

function inWire<Value>([name, value]: [string, Value]): [string, Value] {
  return [toSnakeCase(name), value];
}

function toWire(presets: Presets): Record<string, string> {
  return Object.fromEntries(
    Object.entries(presets).flatMap(([name, value]) => (value === undefined ? [] : [inWire([name, value])])),
  );
}
