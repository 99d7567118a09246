import { menuPlace } from '../menu/menu-rule.ts';
import { type Mode, modeRow } from '../modes.ts';
import type { RouteName } from '../routes.ts';

export interface WideFacts {
  mode: Mode;
  isFramed: boolean;
  isInShell: boolean;
  isSignedIn: boolean;
  /** By the settings of the site. */
  isHeaderHidden: boolean;
}

/**
 * Whether the cabinet may fill a wide window as a page with a menu beside it: it is alone in the window, its reader is
 * signed in, and the header with the menu is not hidden.
 */
export function isPageAllowed({ mode, isFramed, isInShell, isSignedIn, isHeaderHidden }: WideFacts): boolean {
  const { hideHeader, isMerchant, routes } = modeRow(mode);
  const hasMenu = !hideHeader && !isHeaderHidden && !isMerchant && routes === undefined;
  return hasMenu && isSignedIn && !isFramed && !isInShell;
}

/** Whether a route is one of the cabinet: its entry of the menu leads neither to an order nor to the log-in. */
export function isCabinet(route: RouteName): boolean {
  const key = menuPlace(route)?.key;
  return key !== undefined && key !== 'buy' && key !== 'login';
}

/** Where the page begins; the style sheets say the same. */
export const wideWindow = '(min-width: 720px)';
/** Where the exchange is beside it too. */
export const widerWindow = '(min-width: 1101px)';

const ownTask = /^(balance-(deposit|withdrawal)|verification|settings)/;

/** Whether the exchange is at hand beside a route of the cabinet: a page that asks for something has its own button. */
export function isExchangeBeside(route: RouteName): boolean {
  return isCabinet(route) && !ownTask.test(route);
}
