/** The symbols of a sprite that a page refers to: the browser would parse each further one before the first paint. */
export function shownIcons(symbols: string, html: string): string {
  return [...symbols.matchAll(/<symbol id="([^"]+)".*?<\/symbol>/gs)]
    .filter(([, id]) => html.includes(`href="#${id}"`))
    .map(([symbol]) => symbol)
    .join('');
}
