import type { AppParts } from './app-parts.ts';
import { redirectTarget } from './redirect-target.ts';

/**
 * Follows a redirect value (4.7-04, A-091): a relative one inside the widget, in its language; an absolute one at top level, which a frame leaves to the
 * page around it.
 */
export function followRedirect({ router, runtime }: Pick<AppParts, 'router' | 'runtime'>, value: string): void {
  const target = redirectTarget(value);
  if (!target) return runtime.log.warn(`Redirect to ${value} is not followed`);
  if (target.kind === 'inside') router.follow(target.href);
  else if (runtime.frame.isFramed) runtime.frame.redirect(target.url);
  else location.assign(target.url);
}
