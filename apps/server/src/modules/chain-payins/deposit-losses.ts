import { sql } from 'kysely';
import type { AppContext } from '../../context.ts';
import type { Executor } from '../../database/db.ts';
import { moneyOn, paths } from '../../ledger/paths.ts';
import { postEntry } from '../../ledger/entry.ts';
import { clearAlarm, raiseAlarm } from '../alarms/raise-alarm.ts';
import { holdLostDeposit } from '../balance-deposits/credit-balance.ts';
import { recountMoney, uncountMoney } from '../limits/store.ts';
import { readLost } from '../order-lifecycle/refund-payout.ts';
import type { OrderRow } from '../order-lifecycle/store.ts';
import { returnShare, shareLoss } from '../partner-fees/partner-fee.ts';
import { listDecided, lockLosses } from '../losses/decided-holds.ts';
import { releaseProceeds } from '../losses/end-loss.ts';
import { type Within, holdGiven, holdProceeds } from '../losses/follow-loss.ts';
import { addEvent } from '../order-lifecycle/notify-held.ts';
import type { ClientRecord } from '../clients/store.ts';
import { type DepositRow, type Payee, isSharedWith } from './store.ts';

type Loss = Pick<DepositRow, 'depositId' | 'turns' | 'currency' | 'txid' | 'outputIndex'>;

/** Names what a deposit brought to its payee, the first time or after its so many turns. */
export function creditKey(depositId: string, turn = 0): string {
  return turn === 0 ? `crypto_payin:${depositId}` : `crypto_payin:${depositId}:${turn}`;
}

/** Keys of the entry by which the hot wallet has a deposit; the second is that of earlier ones. */
export function fundingKeys({ depositId, chain, txid, outputIndex }: DepositRow): [string, string] {
  return [`wallet_funding:${depositId}`, `wallet_funding:${chain}:${txid}:${outputIndex}`];
}

export function lossKey({ depositId, turns }: Loss): string {
  return `deposit:${depositId}:${turns}`;
}

/** What of a lost deposit is not settled. */
interface Open {
  open: bigint;
  /** What of it a person has decided about: it is held nowhere. */
  decided?: bigint;
  /** Deposits whose money its own has become. */
  others?: readonly Loss[];
  within?: Within;
}

/** The operator bears what is open: what of it is on a balance is held, and the partner's fee takes its share. */
export async function bearLoss(
  context: AppContext,
  trx: Executor,
  { order, client }: Payee,
  loss: Loss,
  { open, decided = 0n, others = [], within }: Open,
): Promise<void> {
  const lost = open - decided;
  const { currency } = loss;
  const key = lossKey(loss);
  if (order === undefined) return holdOwn(context, trx, client, { key, lost, currency, within });
  if (open === 0n) return;
  // It was credited in any turn before the one in which it was lost.
  const entryKeys = await listGiven(trx, order, [{ ...loss, turns: loss.turns - 1 }, ...others]);
  const about = { key, reason: 'deposit_gone', expense: paths.lostDeposits, within } as const;
  const { given, found } = await holdGiven(context, trx, order, { ...about, lost, entryKeys });
  if (currency !== order.payinCurrency) return;
  // Where only a surplus was lost, what the order bought is paid for.
  if (lost > found) await holdProceeds(context, trx, order, { ...about, lost: lost - found });
  await shareLoss(context, trx, order, { ...about, lost: open - given });
  // Anybody may have paid at a merchant under this address: what is lost is no part of its owner's month.
  if (order.isMerchant && (await readLost(trx, order)) >= order.payinAmount) await uncountMoney(trx, order.orderId);
}

/** What came to a client's own address. */
async function holdOwn(
  context: AppContext,
  trx: Executor,
  client: ClientRecord,
  { key, lost, currency, within }: { key: string; lost: bigint; currency: string; within: Within | undefined },
): Promise<void> {
  const own = moneyOn(paths.client(client.niceId), currency);
  const most = within === undefined ? lost : (within.freed.get(own) ?? 0n);
  const held = lost < most ? lost : most;
  within?.freed.set(own, most - held);
  await holdLostDeposit(context, trx, client, { key, lost: held, currency });
}

/**
 * A loss is no more: what was held for it is its client's again, and the fee's share its partner's.
 *
 * @param rest what of it goes on, and the names that end; left out, all
 */
export async function endLoss(
  context: AppContext,
  trx: Executor,
  { order }: Payee,
  loss: Loss,
  rest?: { names: readonly string[]; hold: (within: Within) => Promise<void> },
): Promise<void> {
  const { names, since } = await readTurns(trx, loss);
  const hold = async (within: Within) => {
    if (order !== undefined) for (const name of names) await returnShare(context, trx, order, name);
    await rest?.hold(within);
  };
  await releaseProceeds(context, trx, rest?.names ?? names, { since, hold });
  await clearAlarm(context, trx, 'deposit_lost', `${loss.txid}:${loss.outputIndex}`);
  if (order === undefined) return;
  const lost = await readLost(trx, order);
  // Raised where its payout came back meanwhile.
  if (lost === 0n) await clearAlarm(context, trx, 'chargeback', order.niceId);
  if (lost < order.payinAmount && order.isMerchant && (order.status === 'processing' || order.status === 'finished'))
    await recountMoney(trx, order.orderId);
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
    if (paid === open) {
      await endLoss(context, trx, payee, loss);
      if (payee.order !== undefined) await addEvent(context, trx, payee.order, 'payment_regained');
    } else await renewLoss(context, trx, payee, { ...loss, lossSettled: loss.lossSettled + paid });
  }
  return left;
}

/** What a loss was called since a deposit was lost last: another name each time that another part of it was open. */
interface Turns {
  first: number;
  names: string[];
  /** The place of the entry by which it was lost. */
  since: bigint | undefined;
}

export async function readTurns(trx: Executor, loss: Loss): Promise<Turns> {
  const { depositId, turns } = loss;
  const lostAt = (turn: number) => `deposit_lost:${depositId}:${turn}`;
  const turnsUntil = (first: number) =>
    Array.from({ length: Math.floor((turns - first) / 2) + 1 }, (_turn, index) => first + 2 * index);
  const entry = await trx
    .selectFrom('ledgerKeys')
    .select(['place', 'idempotencyKey'])
    .where('idempotencyKey', 'in', turnsUntil(turns % 2).map(lostAt))
    .orderBy('place', 'desc')
    .limit(1)
    .executeTakeFirst();
  const first = entry === undefined ? turns : Number(entry.idempotencyKey.slice(lostAt(0).length - 1));
  return { first, names: turnsUntil(first).map((turn) => lossKey({ ...loss, turns: turn })), since: entry?.place };
}

/** The most that was open of a loss when a person decided about it, and its names that wait for a decision. */
export async function readDecided(
  trx: Executor,
  { order, client }: Payee,
  loss: DepositRow,
): Promise<{ decided: bigint; undecided: string[] }> {
  const { names, since } = await readTurns(trx, loss);
  await lockLosses(trx, names);
  const decisions = await listDecided(trx, order ?? client, { names, since });
  const undecided = names.filter((name) => decisions.every((decision) => decision.name !== name));
  const { rows } = await sql<{ decided: bigint }>`
    select coalesce(max(open), 0) as decided
    from unnest(${decisions.map(({ decidedAt }) => decidedAt.toString())}::bigint[]) as decided cross join lateral (
      select ${loss.amount - loss.lossSettled}::numeric
        + coalesce(sum(amount * ((not is_undone)::int - was_paid::int)), 0) as open
      from (
        select settled.amount, is_undone, paid.place < decided and not exists (
          select from ledger_keys gone, generate_series(1, payer.turns) as turn
          where gone.idempotency_key = 'deposit_lost:' || by_deposit_id || ':' || turn
            and gone.place > paid.place and gone.place < decided
        ) as was_paid
        from deposit_settlements settled join deposits payer on payer.deposit_id = by_deposit_id
          join ledger_keys paid
            on paid.idempotency_key = 'deposit_paid_again:' || lost_deposit_id || ':' || settled.turn || ':' || by_deposit_id
        where lost_deposit_id = ${loss.depositId}
      ) each
    ) then_open
  `.execute(trx);
  return { decided: rows[0]?.decided ?? 0n, undecided };
}

export function notBelowZero(amount: bigint): bigint {
  return amount > 0n ? amount : 0n;
}

/** Less of a loss is open than before: no more is held for it, and the fee takes its share of that. */
async function renewLoss(context: AppContext, trx: Executor, payee: Payee, loss: DepositRow): Promise<void> {
  const { decided, undecided: names } = await readDecided(trx, payee, loss);
  const open = loss.amount - loss.lossSettled;
  const lost = notBelowZero(open - decided);
  const hold = (within: Within) => bearTurn(context, trx, payee, loss, { open, decided: open - lost, within });
  await endLoss(context, trx, payee, loss, { names, hold });
  await sayOpen(context, trx, loss);
}

/** Under the next name but one: what was held under this one was given back. */
export async function bearTurn(
  context: AppContext,
  trx: Executor,
  payee: Payee,
  loss: DepositRow,
  part: Open,
): Promise<void> {
  const { depositId, lossSettled } = loss;
  const turns = loss.turns + 2;
  await trx.updateTable('deposits').set({ turns, lossSettled }).where('depositId', '=', depositId).execute();
  await bearLoss(context, trx, payee, { ...loss, turns }, { ...part, others: await listReplaced(trx, depositId) });
}

/** Raises the alarm of a loss, of which another part is open now. */
export async function sayOpen(
  context: AppContext,
  trx: Executor,
  { amount, lossSettled, currency, txid, outputIndex }: DepositRow,
): Promise<void> {
  await raiseAlarm(context, trx, {
    kind: 'deposit_lost',
    subject: `${txid}:${outputIndex}`,
    details: { currency, amount: amount.toString(), open: (amount - lossSettled).toString() },
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
