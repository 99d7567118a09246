import type { IconName } from '../../ui/icons/icon-names.ts';
import { modeRow, type Mode } from '../modes.ts';
import { routeOf, type RouteName } from '../routes.ts';

export interface NavbarItem {
  route: RouteName;
  icon: IconName;
  /** Key of its text. */
  text: string;
}

/** Wallet, exchange, transactions (2.4-12). */
const items: readonly NavbarItem[] = [
  { route: 'home', icon: 'wallet', text: 'tpl:home:title' },
  { route: 'order-stepper', icon: 'arrow-left-right', text: 'tpl:home:exchange' },
  { route: 'transactions', icon: 'list', text: 'tpl:menu:transactions' },
];

export interface NavbarFacts {
  mode: Mode;
  isAuthorized: boolean;
  isFlagOn: (flag: string) => boolean;
}

/**
 * Entries of the bottom bar; none for visitors, without its feature (2.4-13), and in a mode that keeps to its own
 * routes.
 */
export function navbarItems({ mode, isAuthorized, isFlagOn }: NavbarFacts): readonly NavbarItem[] {
  if (!isAuthorized || !isFlagOn('navbar') || modeRow(mode).routes !== undefined) return [];
  return items.filter(({ route }) => {
    const { flag } = routeOf(route);
    return flag === undefined || isFlagOn(flag);
  });
}
