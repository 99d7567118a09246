// Generated from the contract's list by `npm run endpoints`.

/** Parts of the widget that a partner may hide, and steps that it may skip. */
export type Flag =
  | 'hideBack'
  | 'hideCoupon'
  | 'hideFeeDetails'
  | 'hideFloatingRate'
  | 'hideFooter'
  | 'hideFreeFee'
  | 'hideHeader'
  | 'hidePartnerName'
  | 'hidePayout'
  | 'hidePurchaseDetails'
  | 'hideWeAccept'
  | 'isRoutingOff'
  | 'isSkipSecondStep'
  | 'payToPartner'
  | 'showClose';
