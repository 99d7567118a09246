import type { AppContext } from './context.ts';
import { seedDemoBalances } from './modules/balance/seed-demo-balances.ts';
import { openMonths } from './modules/books/months.ts';
import { seedDemoClients } from './modules/clients/seed-demo-clients.ts';
import { seedDemoTiers } from './modules/discounts/tiers.ts';
import { seedDemoReferrals } from './modules/referral-rewards/settings.ts';
import { seedDemoCoupons } from './modules/coupons/seed-demo-coupons.ts';
import { seedPrices } from './modules/currencies/seed-prices.ts';
import { seedLimits } from './modules/limits/seed-limits.ts';
import { seedDemoPartners } from './modules/partners/seed-demo-partners.ts';

/** Adds what an empty database needs; what an operator changed stays. The demo's people exist in the sandbox only. */
export async function seedDatabase(context: AppContext): Promise<void> {
  await openMonths(context);
  await seedPrices(context);
  await seedLimits(context);
  if (context.config.ENVIRONMENT === 'live') return;
  await seedDemoCoupons(context);
  await seedDemoTiers(context);
  await seedDemoReferrals(context);
  await seedDemoClients(context);
  await seedDemoPartners(context);
  await seedDemoBalances(context);
}
