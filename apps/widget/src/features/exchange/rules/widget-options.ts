import { toCamelCase } from '@causeway/contract/wire/names';

/** What an embedding page may hide or set (3-12). */
export type WidgetOptions = ReturnType<typeof widgetOptions>;

/** Longest description shown (9-26). */
const descriptionMax = 160;

/** Reads the options in either spelling; anything unreadable is off. */
export function widgetOptions(params: Readonly<Record<string, unknown>>) {
  const values = new Map(Object.entries(params).map(([name, value]) => [toCamelCase(name), value]));
  const isOn = (name: string) => [true, 1, '1', 'true'].some((on) => on === values.get(name));
  const text = (name: string) => {
    const value = values.get(name);
    return typeof value === 'string' ? value : '';
  };
  const description = text('description');
  return {
    partnerKey: text('partnerKey'),
    purchaseCurrency: text('purchaseCurrency'),
    purchaseAmount: text('purchaseAmount'),
    dstAddress: text('dstAddress'),
    payoutGroup: text('payoutGroup'),
    description: description.length > descriptionMax ? '' : description,
    productDetails: text('productDetails'),
    coupon: text('coupon'),
    dstTag: text('dstTag'),
    clientEmail: text('clientEmail'),
    partnerOrderId: text('partnerOrderId'),
    isMerchant: isOn('isMerchant'),
    isDonation: isOn('isDonation'),
    isSkipSecondStep: isOn('isSkipSecondStep'),
    /** Left out, a merchant's page pays the partner and another one does not. */
    payToPartner: values.has('payToPartner') ? isOn('payToPartner') : undefined,
    hidePayout: isOn('hidePayout'),
    hidePurchaseDetails: isOn('hidePurchaseDetails'),
    hideWeAccept: isOn('hideWeAccept'),
    hideCoupon: isOn('hideCoupon'),
    hideFreeFee: isOn('hideFreeFee'),
    hideFloatingRate: isOn('hideFloatingRate'),
    hidePartnerName: isOn('hidePartnerName'),
    hideFeeDetails: isOn('hideFeeDetails'),
    hideBack: isOn('hideBack'),
    hideHeader: isOn('hideHeader'),
    hideFooter: isOn('hideFooter'),
    /** Routes that the page around allows (2.2-05), by name or pattern with spaces or commas between; empty for all. */
    routes: text('routes'),
    isRoutingOff: isOn('isRoutingOff'),
    showClose: isOn('showClose'),
  };
}
