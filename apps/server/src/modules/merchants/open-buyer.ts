import type { Language } from '@causeway/domain/languages/languages';
import type { AppContext } from '../../context.ts';
import { addPayer } from '../clients/add-client.ts';
import { findPayer } from '../clients/store.ts';
import type { z } from 'zod';
import { listBalances } from '../../ledger/balances.ts';
import { paths } from '../../ledger/paths.ts';
import { findFreed, holdForOthers } from '../losses/hold-for-others.ts';
import { postEntry } from '../../ledger/entry.ts';
import { newUuid } from '../../new-uuid.ts';
import type { adoptOrdersJob } from '../clients/jobs.ts';
import type { Executor } from '../../database/db.ts';

/**
 * The owner of a merchant's order: the account that has confirmed the payer's e-mail. Without one the order
 * belongs to the address itself, and goes to the account that confirms it later. It signs no client in.
 *
 * @returns the client's id
 */
export async function openBuyer(
  context: Pick<AppContext, 'clock' | 'random'> & { db: Executor },
  { email, language, partnerKey }: { email: string; language: Language; partnerKey: string },
): Promise<string> {
  const known = await findPayer(context.db, email);
  if (known !== undefined) return known;
  const added = await addPayer(context, context.db, { email, language, partnerKey });
  // Two orders for one new address at once: the other was first.
  const payer = added ?? (await findPayer(context.db, email));
  if (payer === undefined) throw new Error('The payer of a merchant’s order is neither new nor there.');
  return payer;
}

/**
 * Moves the orders of an e-mail address, and the money that waited for its confirmation, to the account that has
 * confirmed it.
 */
export async function adoptOrders(
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
    const freed = await findFreed(trx, payer.niceId, owner.niceId);
    const idempotencyKey = `money_claimed:${newUuid(context)}`;
    await postEntry(trx, context, { kind: 'money_claimed', reference: owner.niceId, idempotencyKey, postings });
    // What a loss held of the payer was not there for a loss of the account.
    if (freed !== undefined) await holdForOthers(context, trx, owner.niceId, freed);
  });
}

/** Whether this confirmed client, who has the partner role, is paid for and represents the partner of an order. */
export async function isPartnersClient(executor: Executor, partnerKey: string, clientId: string): Promise<boolean> {
  const row = await executor
    .selectFrom('partners')
    .innerJoin('clients', 'clients.clientId', 'partners.clientId')
    .select('partners.partnerKey')
    .where('partners.partnerKey', '=', partnerKey)
    .where('clients.clientId', '=', clientId)
    .where('clients.isPartner', '=', true)
    .where('clients.emailConfirmedAt', 'is not', null)
    .executeTakeFirst();
  return row !== undefined;
}
