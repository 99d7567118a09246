import { showOrderNumber } from '@causeway/domain/orders/order-number';
import { isBeforeMoney } from '@causeway/domain/orders/order-transitions';
import { sql } from 'kysely';
import type { AppContext } from '../../context.ts';
import type { Executor } from '../../database/db.ts';
import { paths } from '../../ledger/paths.ts';
import { newUuid } from '../../new-uuid.ts';
import { findClient } from '../clients/store.ts';
import { queueEmail } from '../emails/queue-email.ts';
import { type HistoryReason, addHistory, writeAmount } from './change-status.ts';
import { type OrderRow, lockOrder } from './store.ts';

/**
 * Reports a loss once it is booked, in the caller's transaction: in the history of its order, where that has not ended
 * by it, and to each client whose balance it holds, wherever it was followed to.
 */
export async function reportLoss(
  context: AppContext,
  trx: Executor,
  order: OrderRow | undefined,
  { key, reason }: { key: string; reason: HistoryReason },
): Promise<void> {
  if (order !== undefined) await addEvent(context, trx, order, reason);
  const start = `proceeds_held:${key}`;
  const { rows } = await sql<{ client: string; currency: string; amount: bigint; about: string }>`
    select clients.nice_id as client, currency, sum(-amount) as amount, min(reference) as about
    from ledger_keys join balance_operations using (entry_id) join clients on path = 'client:' || clients.nice_id
    where idempotency_key between ${start} and ${`${start}:z`} and amount < 0
      and (idempotency_key = ${start} or starts_with(idempotency_key, ${`${start}:`}))
    group by clients.nice_id, currency order by clients.nice_id, currency
  `.execute(trx);
  for (const [client, money] of Map.groupBy(rows, (row) => row.client))
    await notifyOfBalance(context, trx, paths.client(client), {
      template: 'money-held',
      key,
      money,
      about: money[0]?.about,
    });
}

/** Notifies clients of what a loss that has ended holds no more of their balances; by account and currency. */
export async function notifyFreed(
  context: AppContext,
  trx: Executor,
  { key, clients, freed }: { key: string; clients: Iterable<string>; freed: ReadonlyMap<string, bigint> },
): Promise<void> {
  for (const client of clients) {
    const start = `${paths.client(client)} `;
    const own = [...freed].filter(([name]) => name.startsWith(start));
    const money = own.map(([name, amount]) => ({ currency: name.slice(start.length), amount }));
    // A loss that ends in parts frees again and again, and each entry once.
    await notifyOfBalance(context, trx, paths.client(client), {
      template: 'money-freed',
      key: `${key}:${newUuid(context)}`,
      money,
    });
  }
}

/** Adds to the history of an order what happened to its payment, where its status stays what the caller saw. */
export async function addEvent(
  context: AppContext,
  trx: Executor,
  { orderId, status: from }: OrderRow,
  reason: HistoryReason,
): Promise<void> {
  const { status: to } = await lockOrder(trx, orderId);
  if (to === from && !isBeforeMoney(from))
    await addHistory(context, trx, { orderId, from, to, reason, actor: 'system' });
}

interface News {
  template: 'money-held' | 'money-freed' | 'money-taken' | 'deposit-credited';
  key: string;
  money: readonly { currency: string; amount: bigint }[];
  /** The order whose payment was lost, or whose pay-out has come back. */
  about?: string | undefined;
}

/** No news of a balance can be switched off: a client would look for it in vain. Of other accounts there is none. */
export async function notifyOfBalance(
  context: AppContext,
  trx: Executor,
  path: string,
  { template, key, about, ...news }: News,
): Promise<void> {
  const money = news.money.filter(({ amount }) => amount > 0n);
  const niceId = path.slice(paths.client('').length);
  if (money.length === 0 || path !== paths.client(niceId)) return;
  const ids = trx.selectFrom('clients').select(['clientId', 'claimedBy']).where('niceId', '=', niceId);
  const { clientId: ownId, claimedBy } = await ids.executeTakeFirstOrThrow();
  const client = await findClient(trx, claimedBy ?? ownId);
  if (client === undefined) return;
  const { clientId, email, payerEmail, emailConfirmedAt, language } = client;
  const order = about === undefined ? undefined : await findOwnOrder(trx, about, clientId);
  await queueEmail(context, trx, {
    template,
    parameters: {
      path: order === undefined ? '/balance/operations' : `/order-status/${encodeURIComponent(order.niceId)}`,
      amount: money.map(({ amount, currency }) => writeAmount(amount, currency)).join(', '),
      ...(order !== undefined && { number: showOrderNumber(order.number) }),
    },
    recipient: payerEmail ?? email,
    language,
    clientId,
    occasion: `${template}:${key}:${clientId}`,
    isOfStranger: emailConfirmedAt === null,
  });
}

/** The order, where it is the client's or is made at a partner of the client's; of anybody else's nothing is said. */
async function findOwnOrder(trx: Executor, niceId: string, clientId: string) {
  return trx
    .selectFrom('orders')
    .leftJoin('partners', 'partners.partnerKey', 'orders.partnerKey')
    .select(['orders.niceId', 'orders.number'])
    .where('orders.niceId', '=', niceId)
    .where(({ eb, or }) => or([eb('orders.clientId', '=', clientId), eb('partners.clientId', '=', clientId)]))
    .executeTakeFirst();
}
