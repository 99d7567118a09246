import type { AppContext } from '../../context.ts';
import { paths } from '../../ledger/paths.ts';
import { postEntry } from '../../ledger/entry.ts';

const owner = 'client@example.com';
/** Smallest units. */
const balances = { EUR: 100_000n, USD: 50_000n, BTC: 2_000_000n } as const;

/** Amounts on the balance of the demo's client, once, so that paying from it can be tried. Never on a live server. */
export async function seedDemoBalances(context: Pick<AppContext, 'db' | 'clock' | 'random' | 'config'>): Promise<void> {
  if (context.config.ENVIRONMENT !== 'sandbox') return;
  const client = await context.db.selectFrom('clients').select('niceId').where('email', '=', owner).executeTakeFirst();
  if (client === undefined) return;
  const { niceId } = client;
  await context.db.transaction().execute(async (trx) => {
    for (const [currency, amount] of Object.entries(balances))
      await postEntry(trx, context, {
        kind: 'demo_balance',
        reference: niceId,
        idempotencyKey: `demo_balance:${niceId}:${currency}`,
        postings: [{ from: paths.treasury, to: paths.client(niceId), amount, currency }],
      });
  });
}
