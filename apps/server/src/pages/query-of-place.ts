/**
 * The query of a page as it applies to its place (5-40, A-043): `partnerKey` names the partner of `/widget` in a frame.
 * Elsewhere a page has a partner by `partner_key` alone, the widget param that order links carry.
 *
 * @param isAlone the browser says that the page is in no frame
 */
export function queryOfPlace(path: string, query: string, isAlone: boolean): string {
  if (path === '/widget' && !isAlone) return query;
  return query
    .split('&')
    .filter((part) => !new URLSearchParams(part).has('partnerKey'))
    .join('&');
}
