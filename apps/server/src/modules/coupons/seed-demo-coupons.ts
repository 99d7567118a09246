import type { AppContext } from '../../context.ts';

const day = 24 * 3600 * 1000;

/** Coupons of the sandbox: a valid one, an expired one, one for larger orders. Existing ones stay unchanged. */
export async function seedDemoCoupons({
  db,
  clock,
  config,
}: Pick<AppContext, 'db' | 'clock' | 'config'>): Promise<void> {
  if (config.ENVIRONMENT !== 'sandbox') return;
  const now = clock.now();
  const started = { startsAt: new Date(now.getTime() - 30 * day), createdAt: now, clientUsesMax: 1000 };
  await db
    .insertInto('coupons')
    .values([
      { ...started, code: 'WELCOME', percentOff: 50 },
      { ...started, code: 'SPRING', percentOff: 100, endsAt: new Date(now.getTime() - day) },
      { ...started, code: 'BIG', percentOff: 100, payinMinEur: 50_000n },
    ])
    .onConflict((conflict) => conflict.column('code').doNothing())
    .execute();
}
