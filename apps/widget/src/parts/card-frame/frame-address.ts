/** The URL of an acquirer's page that exchanges messages with the page around it. */
export function frameAddress(url: string, query: Readonly<Record<string, string>>): string {
  const address = new URL(url);
  for (const [name, value] of Object.entries(query)) address.searchParams.set(name, value);
  return address.href;
}
