import { formatUnits } from '@causeway/domain/currencies/format-units';
import { sql } from 'kysely';
import type { AppContext } from '../../context.ts';
import type { Executor } from '../../database/db.ts';
import { Refusal } from '../../errors.ts';
import { raiseAlarm } from '../alarms/raise-alarm.ts';
import { findClient, holdClient } from '../clients/store.ts';
import { hashBody } from '../idempotency/answer-once.ts';
import { createOrder } from '../orders/create-order.ts';

/**
 * Makes an order of a transfer that names the reference of a client, and gives it the money, once. From then on it is
 * an order like every other that is paid by transfer: the sender's name is compared, the client's limits count, and
 * what the bank takes back is found. It waits for no other money: it ends where its own is refused. What no order can
 * be made of (too little, above the limit, paused) waits for a person and goes back by itself after its week.
 */
export async function depositTransfer(
  context: AppContext,
  { transferId, clientId }: { transferId: string; clientId: string },
): Promise<void> {
  const { db } = context;
  const transfer = await db
    .selectFrom('bankTransfers')
    .select(['outsideId', 'amount', 'returnedOutside', 'currency'])
    .where('transferId', '=', transferId)
    .where('status', '=', 'unplaced')
    .executeTakeFirst();
  if (transfer === undefined) return;
  const { outsideId, currency } = transfer;
  const payinAmount = formatUnits(transfer.amount - transfer.returnedOutside, currency);
  const refused = await makeOrder(context, { transferId, clientId, currency, payinAmount });
  if (refused === undefined) return;
  await db.transaction().execute(async (trx) => {
    const left = await trx
      .selectFrom('bankTransfers')
      .select('transferId')
      .where('transferId', '=', transferId)
      .where('status', '=', 'unplaced')
      .forUpdate()
      .executeTakeFirst();
    if (left === undefined) return;
    await raiseForDepositor(context, trx, { outsideId, details: { transferId, clientId, reason: refused } });
  });
}

/**
 * One open alarm for a depositor, however many transfers anybody sends under the reference: it moves to the last of
 * them, and ends with that one. The list of unassigned transfers has each.
 */
async function raiseForDepositor(
  context: AppContext,
  trx: Executor,
  {
    outsideId,
    details,
  }: { outsideId: string; details: Readonly<Record<'transferId' | 'clientId' | 'reason', string>> },
): Promise<void> {
  // Others of the same depositor wait until this one is written.
  await holdClient(trx, details.clientId);
  const moved = await trx
    .updateTable('alarms')
    .set({ subject: outsideId, details: JSON.stringify(details), seenAt: context.clock.now() })
    .where('kind', '=', 'transfer_unplaced')
    .where('clearedAt', 'is', null)
    .where(sql`details ->> 'clientId'`, '=', details.clientId)
    .executeTakeFirst();
  if (moved.numUpdatedRows > 0n) return;
  await raiseAlarm(context, trx, { kind: 'transfer_unplaced', subject: outsideId, details });
}

interface Deposit {
  transferId: string;
  clientId: string;
  currency: string;
  payinAmount: string;
}

/** @returns why there is none, as codes of the refusal; `undefined` once it is made */
async function makeOrder(
  context: AppContext,
  { transferId, clientId, currency, payinAmount }: Deposit,
): Promise<string | undefined> {
  const client = await findClient(context.db, clientId);
  if (client === undefined) return 'SESSION_OVER';
  const request = {
    payinCurrency: currency,
    payinGroup: 'sepa',
    payoutCurrency: currency,
    payoutGroup: 'balance',
    payinAmount,
    isFloatingRate: true,
    isAgreeRate: true,
    isAgreeName: true,
  };
  try {
    await createOrder(context, {
      openClient: async () => clientId,
      sessionId: '',
      request,
      language: client.language,
      call: { actor: `transfer:${transferId}`, key: transferId, bodyHash: hashBody({ transferId }) },
      transferId,
    });
    return undefined;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return error.message;
  }
}
