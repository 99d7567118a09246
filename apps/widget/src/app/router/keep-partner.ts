/**
 * An address of the product with the partner's key in it. Loaded again, or gone back to, it is still the partner's: an order
 * made there is made through the partner, and the partner's site may frame it.
 */
export function keepPartner(href: string, partnerKey: string | undefined): string {
  return partnerKey === undefined || href.includes('partner_key=')
    ? href
    : `${href}${href.includes('?') ? '&' : '?'}partner_key=${partnerKey}`;
}
