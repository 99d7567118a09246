/** Where a redirect value leads (4.7-05): inside the widget, to another site, or nowhere. */
export type RedirectTarget = { kind: 'inside'; href: string } | { kind: 'outside'; url: string } | undefined;

/** A relative value is a path of the widget, without its language; an absolute one is an address of the web. */
export function redirectTarget(value: string): RedirectTarget {
  if (/^\/(?![/\\])[^\s\\]*$/.test(value)) return { kind: 'inside', href: value };
  const url = /^https?:\/\//i.test(value) ? URL.parse(value) : null;
  return url ? { kind: 'outside', url: url.href } : undefined;
}
