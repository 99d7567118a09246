import { expect } from '@playwright/test';
import type { Screen, ScreenWorld } from './screen.ts';

export const affiliateScreens: readonly Screen[] = ['', '/statistic', '/statement', '/payouts'].map((part) => ({
  name: `affiliate${part.replace('/', '-')}`,
  looker: 'client' as const,
  open: async ({ page }: ScreenWorld) => {
    await routeAffiliate(page);
    await page.goto(`/affiliate${part}`);
    await expect(page.getByText(/[\d.,]+\s(EUR|€)/).first()).toBeVisible();
  },
}));

/** A client whose link has brought some. */
async function routeAffiliate(page: ScreenWorld['page']): Promise<void> {
  const config = {
    balance: '148.20',
    currency: 'EUR',
    client_crypted_id: '8F2K4QXW3A',
    deals_ref1: 214,
    deals_ref2: 31,
    referrer_percent: 25,
    url_base: 'https://causeway.example/?ref=',
    last_week_reward: '23.60',
    min_payin: '10.00',
  };
  const second = Math.floor(Date.now() / 1000);
  const day = (ago: number) => new Date((second - ago * 86_400) * 1000).toISOString().slice(0, 10);
  const days = Array.from({ length: 24 }, (_, ago) => ({
    date: day(ago),
    visits: 40 + ((ago * 7) % 13),
    signups: (ago * 5) % 4,
    deals: (ago * 3) % 7,
    reward: `${(ago * 11) % 8}.${10 + ((ago * 17) % 90)}`,
    currency: 'EUR',
  }));
  const rewards = [
    { level: 1, amount: '1250.00', reward: '4.37' },
    { level: 2, amount: '80.00', reward: '0.05' },
    { level: 1, amount: '250.00', reward: '-0.87' },
  ].map((row, at) => ({
    ...row,
    created_at: second - at * 50_000,
    nice_id: `R4K8Q2M7X9C1${at}`,
    currency: 'EUR',
  }));
  const payouts = ['12.40', '148.20'].map((amount, at) => ({
    created_at: second - at * 900_000,
    nice_id: `P4K8Q2M7X9C1${at}`,
    amount,
    currency: 'EUR',
    status: 'finished',
  }));
  await page.route('**/onramp/affiliate-config', (route) => route.fulfill({ json: config }));
  const list = (path: string, data: readonly object[]) =>
    page.route(`**/referral/${path}`, (route) => route.fulfill({ json: { data, records_total: data.length } }));
  await list('statistics', days);
  await list('statement', rewards);
  await list('payouts', payouts);
}
