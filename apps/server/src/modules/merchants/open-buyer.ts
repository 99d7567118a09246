import type { Language } from '@causeway/domain/languages/languages';
import type { AppContext } from '../../context.ts';
import { receivingAccount } from '../balance/client-balances.ts';
import { addPayer } from '../clients/add-client.ts';
import { type ClientRecord, findPayer } from '../clients/store.ts';
import { sql } from 'kysely';
import type { z } from 'zod';
import { listBalances } from '../../ledger/balances.ts';
import { paths } from '../../ledger/paths.ts';
import { moveMonths } from '../limits/store.ts';
import { lockOwners } from '../losses/decided-holds.ts';
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
 * confirmed it. What comes for them later is that account's too, whatever its address is by then.
 */
export async function adoptOrders(
  context: AppContext,
  { clientId }: z.output<typeof adoptOrdersJob.payload>,
): Promise<void> {
  await context.db.transaction().execute(async (trx) => {
    await lockOrdersOf(trx, clientId);
    const clients = trx.selectFrom('clients').select(['clientId', 'niceId', 'email', 'emailConfirmedAt', 'deletedAt']);
    const owner = await clients.where('clientId', '=', clientId).forUpdate().executeTakeFirst();
    if (owner === undefined) return;
    const isOwnAddress = owner.emailConfirmedAt !== null && owner.deletedAt === null;
    const payers = await trx
      .selectFrom('clients')
      .select(['clientId', 'niceId', 'claimedBy'])
      .where(({ eb, or }) =>
        or([eb('claimedBy', '=', clientId), ...(isOwnAddress ? [eb('payerEmail', '=', owner.email)] : [])]),
      )
      .orderBy('clientId')
      .forUpdate()
      .execute();
    for (const payer of payers) await adopt(context, trx, owner, payer);
  });
}

type Named = Pick<ClientRecord, 'clientId' | 'niceId'>;

async function adopt(
  context: AppContext,
  trx: Executor,
  owner: Named,
  payer: Named & Pick<ClientRecord, 'claimedBy'>,
): Promise<void> {
  const { clientId: claimedBy } = owner;
  if (payer.claimedBy === null) {
    const claimed = { claimedBy, payerEmail: `claimed:${payer.clientId}` };
    await trx.updateTable('clients').set(claimed).where('clientId', '=', payer.clientId).execute();
  }
  await trx.updateTable('orders').set({ clientId: claimedBy }).where('clientId', '=', payer.clientId).execute();
  await moveMonths(trx, { from: payer.clientId, to: claimedBy });
  const from = paths.client(payer.niceId);
  const waiting = (await listBalances(trx, from)).filter(({ path, balance }) => path === from && balance > 0n);
  if (waiting.length === 0) return;
  const freed = await findFreed(trx, payer.niceId, owner.niceId);
  const { path: to, isClosed } = await receivingAccount(context, trx, owner, owner.niceId);
  const postings = waiting.map(({ currency, balance: amount }) => ({ from, to, amount, currency }));
  const idempotencyKey = `money_claimed:${newUuid(context)}`;
  await postEntry(trx, context, { kind: 'money_claimed', reference: owner.niceId, idempotencyKey, postings });
  // What a loss held of the payer was not there for a loss of the account.
  if (freed !== undefined && !isClosed) await holdForOthers(context, trx, owner.niceId, freed);
}

/** Before both clients the payer's orders, and those of the account that a loss of what it is given is followed to. */
async function lockOrdersOf(trx: Executor, clientId: string): Promise<void> {
  await sql`
    select order_id from orders where client_id in (
      select payer.client_id from clients owner join clients payer on owner.client_id = payer.claimed_by or owner.email = payer.payer_email
      where owner.client_id = ${clientId}::uuid
    ) order by order_id for no key update
  `.execute(trx);
  await lockOwners(trx, sql`select ${clientId}::uuid as client_id`);
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
