import { toCamelCase } from '@causeway/contract/wire/names';

/** What an embedding page may hide or set on this step (3-12). */
export interface WidgetOptions {
  partnerKey: string;
  dstAddress: string;
  description: string;
  isSkipSecondStep: boolean;
  hidePayout: boolean;
  hidePurchaseDetails: boolean;
  hideWeAccept: boolean;
  hideCoupon: boolean;
  hideFreeFee: boolean;
  hideFloatingRate: boolean;
  hideFeeDetails: boolean;
}

/** Longest description shown (9-26). */
const descriptionMax = 160;

/** Reads the options in either spelling; anything unreadable is off. */
export function widgetOptions(params: Readonly<Record<string, unknown>>): WidgetOptions {
  const values = new Map(Object.entries(params).map(([name, value]) => [toCamelCase(name), value]));
  const isOn = (name: string) => [true, 1, '1', 'true'].some((on) => on === values.get(name));
  const text = (name: string) => {
    const value = values.get(name);
    return typeof value === 'string' ? value : '';
  };
  const description = text('description');
  return {
    partnerKey: text('partnerKey'),
    dstAddress: text('dstAddress'),
    description: description.length > descriptionMax ? '' : description,
    isSkipSecondStep: isOn('isSkipSecondStep'),
    hidePayout: isOn('hidePayout'),
    hidePurchaseDetails: isOn('hidePurchaseDetails'),
    hideWeAccept: isOn('hideWeAccept'),
    hideCoupon: isOn('hideCoupon'),
    hideFreeFee: isOn('hideFreeFee'),
    hideFloatingRate: isOn('hideFloatingRate'),
    hideFeeDetails: isOn('hideFeeDetails'),
  };
}
