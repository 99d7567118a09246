/** The path of a link that opened the app, when it is one of the product. */
export function productPath(url: string, origin: string): string | undefined {
  if (!URL.canParse(url)) return undefined;
  const link = new URL(url);
  return link.origin === origin ? link.pathname + link.search : undefined;
}
