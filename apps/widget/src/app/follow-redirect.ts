import type { AppParts } from './app-parts.ts';
import { homeOf } from './guards/decide.ts';
import { leaveTab, openOutside } from '../platform/open-outside.ts';

/**
 * Follows a redirect value (4.7-04, A-091): a relative one inside the widget, in its language; an absolute one at top
 * level, which a frame leaves to the page around it, and an app to the device's browser.
 */
export function followRedirect({ router, runtime }: Pick<AppParts, 'router' | 'runtime'>, value: string): void {
  const target = redirectTarget(value);
  if (!target) return runtime.log.warn(`Redirect to ${value} is not followed`);
  if (target.kind === 'inside') router.follow(target.href);
  else if (runtime.frame.isFramed) runtime.frame.redirect(target.url);
  else if (runtime.native.getState().app) openOutside(runtime.native, target.url);
  else leaveTab(runtime, target.url);
}

/** Where a redirect value leads (4.7-05): inside the widget, to another site, or nowhere. */
type RedirectTarget = { kind: 'inside'; href: string } | { kind: 'outside'; url: string } | undefined;

/** A relative value is a path of the widget, without its language; an absolute one is an http(s) URL. */
export function redirectTarget(value: string): RedirectTarget {
  if (/^\/(?![/\\])[^\s\\]*$/.test(value)) return { kind: 'inside', href: value };
  const url = /^https?:\/\//i.test(value) ? URL.parse(value) : null;
  return url ? { kind: 'outside', url: url.href } : undefined;
}

/**
 * The step after a sign-in on the login page (4.6-01 to 4.6-03): the first verification, else `redirect`, else home,
 * else the stepper. A client who has left the page meanwhile stays on the other one.
 */
export async function finishLogin(
  { account, router, isFlagOn }: AppParts,
  redirect: string | undefined,
): Promise<void> {
  const { name } = router.current();
  await Promise.all([account.refreshClient(), account.refreshConfig()]);
  if (router.current().name !== name) return;
  const { client } = account.store.getState();
  if (client.limitLevel === 'unverified')
    return router.navigate('verification-email', {}, redirect === undefined ? {} : { redirect }, { replace: true });
  if (router.follow(redirect)) return;
  router.navigate(homeOf(isFlagOn), {}, {}, { replace: true });
}
