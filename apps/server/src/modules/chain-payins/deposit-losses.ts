import type { AppContext } from '../../context.ts';
import type { Executor } from '../../database/db.ts';
import { paths } from '../../ledger/paths.ts';
import { postEntry } from '../../ledger/entry.ts';
import { clearAlarm, raiseAlarm } from '../alarms/raise-alarm.ts';
import { holdLostDeposit } from '../balance-deposits/credit-balance.ts';
import { uncountMoney } from '../limits/store.ts';
import { readLost } from '../order-lifecycle/refund-payout.ts';
import type { OrderRow } from '../order-lifecycle/store.ts';
import { returnShare, shareLoss } from '../partner-fees/partner-fee.ts';
import { countAgain, isHoldDecided, releaseProceeds } from '../losses/end-loss.ts';
import { holdGiven, holdProceeds } from '../losses/follow-loss.ts';
import { type DepositRow, type Payee, isSharedWith } from './store.ts';

type Loss = Pick<DepositRow, 'depositId' | 'turns' | 'currency' | 'txid' | 'outputIndex'>;

/** Names what a deposit brought to its payee, the first time or after its so many turns. */
export function creditKey(depositId: string, turn = 0): string {
  return turn === 0 ? `crypto_payin:${depositId}` : `crypto_payin:${depositId}:${turn}`;
}

function lossKey({ depositId, turns }: Loss): string {
  return `deposit:${depositId}:${turns}`;
}

/**
 * The operator bears this part of a lost deposit: what of it is on a balance is held, and the partner's fee takes its
 * share.
 *
 * @param others deposits whose money its own has become
 */
export async function bearLoss(
  context: AppContext,
  trx: Executor,
  { order, client }: Payee,
  loss: Loss,
  { lost, others = [] }: { lost: bigint; others?: readonly Loss[] },
): Promise<void> {
  if (lost === 0n) return;
  const key = lossKey(loss);
  if (order === undefined) return holdLostDeposit(context, trx, client, { key, lost, currency: loss.currency });
  // It was credited in any turn before the one in which it was lost.
  const entryKeys = await listGiven(trx, order, [{ ...loss, turns: loss.turns - 1 }, ...others]);
  const about = { key, reason: 'deposit_gone', expense: paths.lostDeposits } as const;
  const { given, held } = await holdGiven(context, trx, order, { ...about, lost, entryKeys });
  if (loss.currency !== order.payinCurrency) return;
  // Where only a surplus was lost, what the order bought is paid for.
  if (lost > held) await holdProceeds(context, trx, order, { ...about, lost: lost - held });
  await shareLoss(context, trx, order, { ...about, lost: lost - given });
  // Anybody may have paid at a merchant under this address: what is lost is no part of its owner's month.
  if (order.isMerchant && (await readLost(trx, order)) >= order.payinAmount) await uncountMoney(trx, order.orderId);
}

/** A loss is no more: what was held for it is its client's again, and the fee's share its partner's. */
export async function endLoss(
  context: AppContext,
  trx: Executor,
  { order }: Payee,
  loss: Loss,
  holdRest = async () => {},
): Promise<void> {
  const key = lossKey(loss);
  await releaseProceeds(context, trx, [key], async () => {
    if (order !== undefined) await returnShare(context, trx, order, key);
    await holdRest();
  });
  await clearAlarm(context, trx, 'deposit_lost', `${loss.txid}:${loss.outputIndex}`);
  if (order === undefined) return;
  const lost = await readLost(trx, order);
  // Raised where its payout came back meanwhile.
  if (lost === 0n) await clearAlarm(context, trx, 'chargeback', order.niceId);
  if (lost < order.payinAmount && order.isMerchant && (order.status === 'processing' || order.status === 'finished'))
    await countAgain(trx, order);
}

/**
 * Entries by which money of deposits came to a balance: as another currency than the order's, as surplus, as not
 * wanted, or as what was left of a stopped order, whichever deposit it had come by.
 */
async function listGiven(trx: Executor, { orderId }: OrderRow, deposits: readonly Loss[]): Promise<string[]> {
  const sources = [...deposits.map(({ depositId }) => creditKey(depositId)), 'lost:'];
  const refunds = await trx
    .selectFrom('refunds')
    .select('refundId')
    .where('orderId', '=', orderId)
    .where(({ eb, or }) => or(sources.map((source) => eb('sourceKey', 'like', `${source}%`))))
    .where('method', '=', 'balance')
    .where(
      'currency',
      'in',
      deposits.map(({ currency }) => currency),
    )
    .orderBy('createdAt', 'desc')
    .execute();
  const credits = deposits.flatMap(({ depositId, turns }) =>
    Array.from({ length: turns + 1 }, (_turn, before) => creditKey(depositId, turns - before)),
  );
  return [...credits, ...refunds.map(({ refundId }) => `refund:${refundId}`)];
}

/**
 * What comes to an address that lost deposits, or to any address of a client who did, pays for the losses first: a fee
 * bump or a double spend is the same payment under another id.
 *
 * @returns what is left of the amount
 */
export async function settleLosses(
  context: AppContext,
  trx: Executor,
  payee: Payee,
  deposit: DepositRow,
  amount: bigint,
): Promise<bigint> {
  const { depositId, chain, currency } = deposit;
  const losses = await trx
    .selectFrom('deposits')
    .selectAll()
    .where(isSharedWith(deposit))
    .where('status', '=', 'lost')
    .where('currency', '=', currency)
    .orderBy('seenAt')
    .forUpdate()
    .execute();
  let left = amount;
  for (const loss of losses) {
    const open = loss.amount - loss.lossSettled;
    const paid = open < left ? open : left;
    if (paid <= 0n) continue;
    left -= paid;
    await postEntry(trx, context, {
      kind: 'deposit_paid_again',
      reference: `${loss.txid}:${loss.outputIndex}`,
      idempotencyKey: `deposit_paid_again:${loss.depositId}:${loss.turns}:${depositId}`,
      postings: [{ from: paths.worldChain(chain), to: paths.lostDeposits, amount: paid, currency }],
    });
    await trx
      .insertInto('depositSettlements')
      .values({ lostDepositId: loss.depositId, turn: loss.turns, byDepositId: depositId, amount: paid })
      .execute();
    await setSettled(trx, loss.depositId, loss.lossSettled + paid);
    if (paid === open) await endLoss(context, trx, payee, loss);
    // What a person has freed would be held again.
    else if (!(await isDecided(trx, payee, loss)))
      await renewLoss(context, trx, payee, { ...loss, lossSettled: loss.lossSettled + paid });
  }
  return left;
}

/**
 * A deposit that had paid for losses is lost itself: they are open again.
 *
 * @returns how much of the deposit goes with losses that are open again, and those that are back in the chain
 * meanwhile:
 *   what their own money became is what is left of it
 */
export async function reopenLosses(
  context: AppContext,
  trx: Executor,
  payee: Payee,
  byDepositId: string,
): Promise<{ reopened: bigint; others: Loss[] }> {
  const settlements = await trx
    .updateTable('depositSettlements')
    .set({ isUndone: true })
    .where('byDepositId', '=', byDepositId)
    .where('isUndone', '=', false)
    .returning(['lostDepositId', 'turn', 'amount'])
    .execute();
  const [others, reopened]: [Loss[], bigint[]] = [[], []];
  for (const { lostDepositId, turn, amount } of settlements) {
    const loss = await trx
      .selectFrom('deposits')
      .selectAll()
      .where('depositId', '=', lostDepositId)
      .forUpdate()
      .executeTakeFirstOrThrow();
    // It may have been back since then: what came for it then pays for no later loss.
    const isOfThis = loss.status === 'lost' && (await findLoss(trx, loss, turn)) === undefined;
    if (isOfThis) reopened.push(await reopenLoss(context, trx, payee, loss, amount));
    else others.push(loss);
  }
  return { reopened: reopened.reduce((sum, amount) => sum + amount, 0n), others };
}

function isDecided(trx: Executor, { order, client }: Payee, loss: Loss): Promise<boolean> {
  return findLoss(trx, loss).then((since) => isHoldDecided(trx, order ?? client, { name: lossKey(loss), since }));
}

/** The entry by which a deposit was lost last, after so many turns. */
async function findLoss(trx: Executor, { depositId, turns }: Loss, after = 0): Promise<string | undefined> {
  const names = Array.from({ length: turns - after }, (_turn, count) => `deposit_lost:${depositId}:${turns - count}`);
  if (names.length === 0) return undefined;
  const keys = trx.selectFrom('ledgerKeys').select('entryId').where('idempotencyKey', 'in', names);
  return (await keys.orderBy('entryId', 'desc').limit(1).executeTakeFirst())?.entryId;
}

async function reopenLoss(
  context: AppContext,
  trx: Executor,
  payee: Payee,
  loss: DepositRow,
  amount: bigint,
): Promise<bigint> {
  await renewLoss(context, trx, payee, { ...loss, lossSettled: loss.lossSettled - amount });
  return amount;
}

/** Another part of a loss is open than before: as much is held for it, and the fee takes its share of that. */
async function renewLoss(context: AppContext, trx: Executor, payee: Payee, loss: DepositRow): Promise<void> {
  const { depositId, amount, lossSettled, currency, txid, outputIndex } = loss;
  const lost = amount - lossSettled;
  await endLoss(context, trx, payee, loss, async () => {
    // The next turn but one: what was held in this one was given back.
    const turns = loss.turns + 2;
    await trx.updateTable('deposits').set({ turns, lossSettled }).where('depositId', '=', depositId).execute();
    await bearLoss(context, trx, payee, { ...loss, turns }, { lost, others: await listReplaced(trx, depositId) });
  });
  await raiseAlarm(context, trx, {
    kind: 'deposit_lost',
    subject: `${txid}:${outputIndex}`,
    details: { currency, amount: amount.toString(), open: lost.toString() },
  });
}

/** Deposits that are in the chain again and that a deposit had paid for: its own money has become theirs. */
async function listReplaced(trx: Executor, byDepositId: string): Promise<DepositRow[]> {
  return trx
    .selectFrom('deposits')
    .selectAll()
    .where('status', '<>', 'lost')
    .where(({ eb, selectFrom }) =>
      eb(
        'depositId',
        'in',
        selectFrom('depositSettlements').select('lostDepositId').where('byDepositId', '=', byDepositId),
      ),
    )
    .execute();
}

async function setSettled(trx: Executor, depositId: string, lossSettled: bigint): Promise<void> {
  await trx.updateTable('deposits').set({ lossSettled }).where('depositId', '=', depositId).execute();
}
