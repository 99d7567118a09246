import { sql } from 'kysely';
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
import { listDecided, releaseProceeds } from '../losses/end-loss.ts';
import { holdGiven, holdProceeds } from '../losses/follow-loss.ts';
import { countAgain } from '../settlement/receive-money.ts';
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
export async function endLoss(context: AppContext, trx: Executor, payee: Payee, loss: Loss): Promise<void> {
  await endTurns(context, trx, payee, loss, await readTurns(trx, loss));
}

async function endTurns(
  context: AppContext,
  trx: Executor,
  { order }: Payee,
  loss: Loss,
  { names, since, holdRest }: Pick<Turns, 'names' | 'since'> & { holdRest?: () => Promise<void> },
): Promise<void> {
  const hold = async () => {
    if (order !== undefined) for (const name of names) await returnShare(context, trx, order, name);
    await holdRest?.();
  };
  await releaseProceeds(context, trx, names, { since, hold });
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
    else await renewLoss(context, trx, payee, { ...loss, lossSettled: loss.lossSettled + paid });
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
    const isOfThis = loss.status === 'lost' && (await readTurns(trx, loss)).first <= turn;
    if (isOfThis) reopened.push(await reopenLoss(context, trx, payee, loss, amount));
    else others.push(loss);
  }
  return { reopened: reopened.reduce((sum, amount) => sum + amount, 0n), others };
}

/** What a loss was called since a deposit was lost last: another name each time that another part of it was open. */
interface Turns {
  first: number;
  names: string[];
  /** The entry by which it was lost. */
  since: string | undefined;
}

async function readTurns(trx: Executor, loss: Loss): Promise<Turns> {
  const { depositId, turns } = loss;
  const lostAt = (turn: number) => `deposit_lost:${depositId}:${turn}`;
  const turnsUntil = (first: number) =>
    Array.from({ length: Math.floor((turns - first) / 2) + 1 }, (_turn, index) => first + 2 * index);
  const entry = await trx
    .selectFrom('ledgerKeys')
    .select(['entryId', 'idempotencyKey'])
    .where('idempotencyKey', 'in', turnsUntil(turns % 2).map(lostAt))
    .orderBy('entryId', 'desc')
    .limit(1)
    .executeTakeFirst();
  const first = entry === undefined ? turns : Number(entry.idempotencyKey.slice(lostAt(0).length - 1));
  return { first, names: turnsUntil(first).map((turn) => lossKey({ ...loss, turns: turn })), since: entry?.entryId };
}

/** The most that was open of a loss when a person decided about it, and its names that wait for a decision. */
async function readDecided(
  trx: Executor,
  { order, client }: Payee,
  loss: DepositRow,
): Promise<Pick<Turns, 'names' | 'since'> & { decided: bigint }> {
  const { names, since } = await readTurns(trx, loss);
  const decisions = await listDecided(trx, order ?? client, { names, since });
  const undecided = names.filter((name) => decisions.every((decision) => decision.name !== name));
  const { rows } = await sql<{ decided: bigint }>`
    select coalesce(max(open), 0) as decided
    from unnest(${decisions.map(({ decidedBy }) => decidedBy)}::uuid[]) as decided cross join lateral (
      select ${loss.amount - loss.lossSettled}::numeric
        + coalesce(sum(amount * ((not is_undone)::int - was_paid::int)), 0) as open
      from (
        select settled.amount, is_undone, paid.entry_id < decided and not exists (
          select from ledger_keys gone, generate_series(1, payer.turns) as turn
          where gone.idempotency_key = 'deposit_lost:' || by_deposit_id || ':' || turn
            and gone.entry_id > paid.entry_id and gone.entry_id < decided
        ) as was_paid
        from deposit_settlements settled join deposits payer on payer.deposit_id = by_deposit_id
          join ledger_keys paid
            on paid.idempotency_key = 'deposit_paid_again:' || lost_deposit_id || ':' || settled.turn || ':' || by_deposit_id
        where lost_deposit_id = ${loss.depositId}
      ) each
    ) then_open
  `.execute(trx);
  return { decided: rows[0]?.decided ?? 0n, names: undecided, since };
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

/**
 * Another part of a loss is open than before: as much is held for it, and the fee takes its share of that. What a
 * person has decided about stays as it is.
 */
async function renewLoss(context: AppContext, trx: Executor, payee: Payee, loss: DepositRow): Promise<void> {
  const { depositId, amount, lossSettled, currency, txid, outputIndex } = loss;
  const open = amount - lossSettled;
  const { decided, ...undecided } = await readDecided(trx, payee, loss);
  const lost = open > decided ? open - decided : 0n;
  const holdRest = async () => {
    // The next turn but one: what was held in this one was given back.
    const turns = loss.turns + 2;
    await trx.updateTable('deposits').set({ turns, lossSettled }).where('depositId', '=', depositId).execute();
    await bearLoss(context, trx, payee, { ...loss, turns }, { lost, others: await listReplaced(trx, depositId) });
  };
  await endTurns(context, trx, payee, loss, { ...undecided, holdRest });
  await raiseAlarm(context, trx, {
    kind: 'deposit_lost',
    subject: `${txid}:${outputIndex}`,
    details: { currency, amount: amount.toString(), open: open.toString() },
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
