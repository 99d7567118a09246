import type { Client } from '@causeway/contract/shapes/client';

/** One row of the route table (2.1). */
export interface RouteRow {
  name: string;
  /** Pattern without the language segment; `:name` matches one part. */
  path: string;
  /** Other paths that show the same. */
  aliases?: readonly string[];
  /** Needs a signed-in client. */
  auth: boolean;
  /** Allowed in merchant mode. */
  merchant: boolean;
  /** Feature that must be on. */
  flag?: string;
  /** The screen that shows it. */
  view: string;
}

const open = { auth: false, merchant: true };
const owned = { auth: true, merchant: false };

const settings = [
  '2fa',
  'change-password',
  'delete-account',
  'subscription',
  'devices',
  'passkeys',
  'phone',
  'email',
  'data-export',
  'cards',
  'destinations',
] as const;

const wizards = ['email', 'phone', 'basic', 'identity', 'address', 'bank-statement', 'wallet'] as const;

/** The whole route table of 2.1. */
export const routes = [
  { ...open, name: 'order-stepper', path: '/', aliases: ['/widget', '/buysell'], view: 'exchange' },
  { ...owned, name: 'company-changes', path: '/company-changes', view: 'company' },
  { ...open, name: 'order-status', path: '/order-status/:orderId', view: 'order' },
  { ...open, name: 'auth', path: '/login', merchant: false, view: 'auth' },
  { ...open, name: 'handover', path: '/handover', merchant: false, view: 'verification' },
  { ...owned, name: 'verification', path: '/verification', view: 'verification' },
  ...wizards.map((wizard) => ({
    ...owned,
    name: `verification-${wizard}` as const,
    path: `/verification/${wizard}`,
    view: 'verification' as const,
  })),
  { ...owned, name: 'affiliate', path: '/affiliate', view: 'affiliate' },
  { ...owned, name: 'affiliate-statistic', path: '/affiliate/statistic', view: 'affiliate' },
  { ...owned, name: 'affiliate-statement', path: '/affiliate/statement', view: 'affiliate' },
  { ...owned, name: 'affiliate-payouts', path: '/affiliate/payouts', view: 'affiliate' },
  { ...owned, name: 'balance', path: '/balance', view: 'home' },
  { ...owned, name: 'balance-operations', path: '/balance/operations', view: 'operations' },
  { ...owned, name: 'balance-deposit', path: '/balance/deposit', view: 'deposit' },
  {
    ...owned,
    name: 'balance-withdrawal',
    path: '/balance/withdrawal',
    flag: 'new_widget_withdrawal',
    view: 'withdrawal',
  },
  { ...owned, name: 'transactions', path: '/transactions', view: 'transactions' },
  { ...owned, name: 'partner-transactions', path: '/partner-transactions', view: 'transactions' },
  { ...owned, name: 'discount', path: '/discount', view: 'discount' },
  { ...open, name: 'language', path: '/language', view: 'language' },
  { ...open, name: 'faq', path: '/faq', view: 'faq' },
  { ...open, name: 'about', path: '/about-:brand', view: 'about' },
  { ...owned, name: 'settings', path: '/settings', view: 'settings' },
  ...settings.map((page) => ({
    ...owned,
    name: `settings-${page}` as const,
    path: `/settings/${page}`,
    view: 'settings' as const,
  })),
  { ...owned, name: 'home', path: '/home', flag: 'home_page', view: 'home' },
  { ...owned, name: 'notifications', path: '/notifications', flag: 'push_notifications', view: 'notifications' },
] as const satisfies readonly RouteRow[];

type Row = (typeof routes)[number];
export type RouteName = Row['name'];
export type RouteView = Row['view'];

/** The row of a route. */
export function routeOf(name: RouteName): RouteRow & { view: RouteView } {
  const row = routes.find((route) => route.name === name);
  if (!row) throw new Error(`No route ${name}`);
  return row;
}

/**
 * The condition of a route (2.2-10): discounts are closed for partners, and only partners list their orders
 * . Only signed-in clients come this far: until the client is read the list is open, and it is judged again
 * afterwards.
 */
export function isMet(name: RouteName, client: Pick<Client, 'isAuthorized' | 'isSpecialPartner'>): boolean {
  const closed = client.isSpecialPartner === 1 ? 'discount' : client.isAuthorized === 1 && 'partner-transactions';
  return name !== closed;
}
