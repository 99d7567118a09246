import { isOrigin } from '../shared/is-origin.ts';

/** Where the browser says which page frames this one. */
export interface ParentHints {
  readonly location: { readonly ancestorOrigins?: ArrayLike<string> | undefined };
  readonly document: { readonly referrer: string };
}

function originOf(address: string): string {
  return URL.canParse(address) ? new URL(address).origin : '';
}

/**
 * The allowed origins that the parent may have; empty when the parent is certainly not allowed. `ancestorOrigins` is
 * decisive. The referrer only narrows the list: after the client returns from a payment page it names that page.
 */
export function likelyParents(hints: ParentHints, allowedOrigins: readonly string[]): string[] {
  const allowed = allowedOrigins.filter(isOrigin);
  const parent = hints.location.ancestorOrigins?.[0];
  if (parent !== undefined) return allowed.filter((origin) => origin === parent);
  const referrer = originOf(hints.document.referrer);
  return allowed.includes(referrer) ? [referrer] : allowed;
}
