import type { Client } from '@causeway/contract/shapes/client';
import { routeOf, type RouteName } from '../routes.ts';

export type MenuKey =
  | 'home'
  | 'buy'
  | 'balance'
  | 'transactions'
  | 'notifications'
  | 'discount'
  | 'verification'
  | 'affiliate'
  | 'language'
  | 'about'
  | 'faq'
  | 'settings'
  | 'login'
  | 'logout';

export interface MenuFacts {
  isMerchant: boolean;
  client: Pick<Client, 'isAuthorized' | 'isSpecialPartner'>;
  isFlagOn: (flag: string) => boolean;
}

const always = () => true;

type Row = readonly [key: MenuKey, isShown: (facts: MenuFacts) => boolean];

const signedIn: readonly Row[] = [
  ['home', ({ isFlagOn }) => isFlagOn('home_page')],
  ['buy', always],
  ['balance', ({ isFlagOn }) => !isFlagOn('own_app_home')],
  ['transactions', always],
  ['notifications', ({ isFlagOn }) => isFlagOn('push_notifications')],
  ['discount', ({ client }) => client.isSpecialPartner === 0],
  ['verification', ({ isFlagOn }) => !isFlagOn('verification_menu_off')],
  ['affiliate', always],
  ['language', always],
  ['about', always],
  ['faq', always],
  ['settings', always],
  ['logout', always],
];

/** The entries of the header menu, in order (2.4). */
export function menuKeys(facts: MenuFacts): MenuKey[] {
  if (facts.isMerchant) return ['language', 'about', 'faq'];
  if (facts.client.isAuthorized === 0) return ['buy', 'language', 'about', 'faq', 'login'];
  return signedIn.filter(([, isShown]) => isShown(facts)).map(([key]) => key);
}

/** The route an entry opens; log-out is an action. */
export const menuRoutes: Readonly<Record<Exclude<MenuKey, 'logout'>, RouteName>> = {
  home: 'home',
  buy: 'order-stepper',
  balance: 'balance',
  transactions: 'transactions',
  notifications: 'notifications',
  discount: 'discount',
  verification: 'verification',
  affiliate: 'affiliate',
  language: 'language',
  about: 'about',
  faq: 'faq',
  settings: 'settings',
  login: 'auth',
};

/** The entry that a route belongs to: its own page, or one of the pages below it. */
export function menuPlace(
  route: RouteName,
): { key: Exclude<MenuKey, 'logout'>; current: 'page' | 'section' } | undefined {
  if (route === 'partner-transactions') return { key: 'transactions', current: 'section' };
  const { path } = routeOf(route);
  const key = menuLinkKeys.find((candidate) => isWithin(path, routeOf(menuRoutes[candidate]).path));
  return key && { key, current: menuRoutes[key] === route ? 'page' : 'section' };
}

const menuLinkKeys = [...new Set(signedIn.map(([key]) => key)), 'login' as const].filter((key) => key !== 'logout');

const isWithin = (path: string, parent: string) => path === parent || path.startsWith(`${parent}/`);
