/** Where a clicked link leads: into the widget, or out of it (2.3-44 to 2.3-47). Undefined for a link that the browser follows by itself. */
export type LinkTarget = 'faq' | 'verification' | 'register' | 'outside' | undefined;

const inner = ['faq', 'verification', 'register'] as const;

export function linkTarget(href: string, origin: string): LinkTarget {
  if (!URL.canParse(href, origin)) return undefined;
  const url = new URL(href, origin);
  if (!/^https?:$/.test(url.protocol)) return undefined;
  if (url.origin !== origin) return 'outside';
  const name = url.pathname.replace(/\/$/, '').split('/').at(-1);
  return inner.find((known) => known === name);
}
