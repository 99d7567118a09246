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
  /** The route is built. One that is not is treated as unknown. */
  isBuilt: boolean;
}

const open = { auth: false, merchant: true, isBuilt: false };
const owned = { auth: true, merchant: false, isBuilt: false };

const settings = [
  '2fa',
  'change-password',
  'delete-account',
  'subscription',
  'devices',
  'passkeys',
  'phone',
  'email',
] as const;

const wizards = ['email', 'phone', 'basic', 'identity', 'address', 'bank-statement', 'wallet'] as const;

/** The whole route table of 2.1. */
export const routes = [
  { ...open, name: 'order-stepper', path: '/', aliases: ['/widget', '/buysell'], isBuilt: true },
  { ...owned, name: 'company-changes', path: '/company-changes', isBuilt: true },
  { ...open, name: 'order-status', path: '/order-status/:orderId', isBuilt: true },
  { ...open, name: 'auth', path: '/login', merchant: false, isBuilt: true },
  { ...owned, name: 'verification', path: '/verification', isBuilt: true },
  ...wizards.map((wizard) => ({
    ...owned,
    name: `verification-${wizard}` as const,
    path: `/verification/${wizard}`,
    isBuilt: true,
  })),
  { ...owned, name: 'affiliate', path: '/affiliate' },
  { ...owned, name: 'affiliate-statistic', path: '/affiliate/statistic' },
  { ...owned, name: 'affiliate-statement', path: '/affiliate/statement' },
  { ...owned, name: 'affiliate-payouts', path: '/affiliate/payouts' },
  { ...owned, name: 'balance', path: '/balance' },
  { ...owned, name: 'balance-operations', path: '/balance/operations' },
  { ...owned, name: 'balance-deposit', path: '/balance/deposit' },
  { ...owned, name: 'balance-withdrawal', path: '/balance/withdrawal', flag: 'new_widget_withdrawal' },
  { ...owned, name: 'transactions', path: '/transactions', isBuilt: true },
  { ...owned, name: 'partner-transactions', path: '/partner-transactions', isBuilt: true },
  { ...owned, name: 'discount', path: '/discount' },
  { ...open, name: 'language', path: '/language', isBuilt: true },
  { ...open, name: 'faq', path: '/faq' },
  { ...open, name: 'about', path: '/about-:brand' },
  { ...owned, name: 'settings', path: '/settings', isBuilt: true },
  ...settings.map((page) => ({
    ...owned,
    name: `settings-${page}` as const,
    path: `/settings/${page}`,
    isBuilt: true,
  })),
  { ...owned, name: 'home', path: '/home', flag: 'home_page', isBuilt: true },
  { ...owned, name: 'notifications', path: '/notifications', flag: 'push_notifications' },
] as const satisfies readonly RouteRow[];

export type RouteName = (typeof routes)[number]['name'];

/** The row of a route. */
export function routeOf(name: RouteName): RouteRow {
  const row = routes.find((route) => route.name === name);
  if (!row) throw new Error(`No route ${name}`);
  return row;
}
