import { say } from '../say.ts';
import type { Scope } from './scope.ts';

/** The menu beside the pages of the cabinet in a wide window. */
export function sideMenu(scope: Scope) {
  const menu = scope.getByRole('navigation', { name: say('tpl:common:menu') });
  return {
    menu,
    links: menu.getByRole('link'),
    entry: (key: string) => menu.getByRole('link', { name: say(`tpl:menu:${key}`) }),
    current: menu.locator('[aria-current]'),
    skip: scope.getByRole('link', { name: say('tpl:menu:skip') }),
    logOut: scope.getByRole('button', { name: say('tpl:menu:logout') }),
    /** The exchange beside a page, in a window that is wide enough. */
    quick: scope.getByRole('complementary', { name: say('tpl:home:quick') }),
    content: scope.locator('#content'),
  };
}
