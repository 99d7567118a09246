import { say } from '../say.ts';
import type { Scope } from './scope.ts';

/** The wallet, and the bar at the bottom of a phone. */
export function home(scope: Scope) {
  const bar = scope.getByRole('navigation', { name: say('tpl:nav:label') });
  return {
    heading: scope.getByRole('heading', { name: say('tpl:home:title'), level: 1 }),
    /** The eye that hides amounts. */
    hide: scope.getByRole('button', { name: say('tpl:home:hide') }),
    total: scope.getByRole('region', { name: say('tpl:home:total') }),
    currency: (name: string) => scope.getByRole('link', { name: new RegExp(`^${name} `) }),
    empty: scope.getByText(say('tpl:home:empty_text')),
    tryAgain: scope.getByRole('button', { name: say('tpl:common:try_again') }),
    bar,
    barLinks: bar.getByRole('link'),
    barLink: (key: string) => bar.getByRole('link', { name: say(key) }),
  };
}
