import { toCamelCase } from '@causeway/contract/wire/names';

const flags = [
  'isMerchant',
  'isSkipSecondStep',
  'payToPartner',
  'hidePayout',
  'hidePurchaseDetails',
  'hideWeAccept',
  'hideCoupon',
  'hideFreeFee',
  'hideFloatingRate',
  'hidePartnerName',
  'hideFeeDetails',
] as const;
const texts = [
  'partnerKey',
  'purchaseCurrency',
  'purchaseAmount',
  'dstAddress',
  'payoutGroup',
  'description',
  'productDetails',
] as const;

/** What an embedding page may hide or set (3-12). */
export type WidgetOptions = Record<(typeof flags)[number], boolean> & Record<(typeof texts)[number], string>;

/** Longest description shown (9-26). */
const descriptionMax = 160;

/** Reads the options in either spelling; anything unreadable is off. */
export function widgetOptions(params: Readonly<Record<string, unknown>>): WidgetOptions {
  const values = new Map(Object.entries(params).map(([name, value]) => [toCamelCase(name), value]));
  const isOn = (name: string) => [true, 1, '1', 'true'].some((on) => on === values.get(name));
  const text = (name: string) => {
    const value = values.get(name);
    return typeof value === 'string' && (name !== 'description' || value.length <= descriptionMax) ? value : '';
  };
  return Object.assign(
    {},
    ...flags.map((name) => ({ [name]: isOn(name) })),
    ...texts.map((name) => ({ [name]: text(name) })),
  );
}
