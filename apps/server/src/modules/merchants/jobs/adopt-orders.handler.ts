import type { z } from 'zod';
import type { AppContext } from '../../../context.ts';
import { listBalances } from '../../../ledger/balances.ts';
import { paths } from '../../../ledger/paths.ts';
import { postEntry } from '../../../ledger/post-entry.ts';
import { newUuid } from '../../../new-uuid.ts';
import type { adoptOrdersJob } from '../../clients/jobs/adopt-orders.ts';

/** The orders of an address, and the money that waited for whoever confirms it, go to the account that has. */
export async function handleAdoptOrders(
  context: AppContext,
  { clientId }: z.output<typeof adoptOrdersJob.payload>,
): Promise<void> {
  await context.db.transaction().execute(async (trx) => {
    const owner = await trx
      .selectFrom('clients')
      .select(['email', 'niceId'])
      .where('clientId', '=', clientId)
      .where('emailConfirmedAt', 'is not', null)
      .where('deletedAt', 'is', null)
      .forUpdate()
      .executeTakeFirst();
    if (owner === undefined) return;
    const payer = await trx
      .selectFrom('clients')
      .select(['clientId', 'niceId'])
      .where('payerEmail', '=', owner.email)
      .forUpdate()
      .executeTakeFirst();
    if (payer === undefined) return;
    await trx.updateTable('orders').set({ clientId }).where('clientId', '=', payer.clientId).execute();
    const from = paths.client(payer.niceId);
    const postings = (await listBalances(trx, from))
      .filter(({ path, balance }) => path === from && balance > 0n)
      .map(({ currency, balance: amount }) => ({ from, to: paths.client(owner.niceId), amount, currency }));
    if (postings.length === 0) return;
    const idempotencyKey = `money_claimed:${newUuid(context)}`;
    await postEntry(trx, context, { kind: 'money_claimed', reference: owner.niceId, idempotencyKey, postings });
  });
}
