export interface FooterFacts {
  hasPartnerKey: boolean;
  /** Framed by a parent app or inside a native shell. */
  isEmbedded: boolean;
  isMobileSdk: boolean;
  isOwnApp: boolean;
}

/** When the footer shows (2.3-42); what a mode hides wins over it. */
export function isFooterShown({ hasPartnerKey, isEmbedded, isMobileSdk, isOwnApp }: FooterFacts): boolean {
  return hasPartnerKey || !isEmbedded || (isMobileSdk && !isOwnApp);
}
