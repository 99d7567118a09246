/**
 * Parts of the widget that may be hidden and steps that may be skipped (3-12): by the URL of a page, and by a partner's
 * record for all of its pages.
 */
export const pageFlags = [
  'hideBack',
  'hideCoupon',
  'hideFeeDetails',
  'hideFloatingRate',
  'hideFooter',
  'hideFreeFee',
  'hideHeader',
  'hidePartnerName',
  'hidePayout',
  'hidePurchaseDetails',
  'hideWeAccept',
  'isRoutingOff',
  'isSkipSecondStep',
  'showClose',
] as const;

export type PageFlag = (typeof pageFlags)[number];

/** Flags of a URL beside them: what is sold, and to whom it is paid. A partner fixes these by a session token. */
export const saleFlags = ['isDonation', 'isMerchant', 'payToPartner'] as const;
