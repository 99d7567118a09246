import { sql } from 'kysely';
import type { AppContext } from '../../context.ts';
import type { Executor } from '../../database/db.ts';
import { paths } from '../../ledger/paths.ts';
import { type Posting, postEntry } from '../../ledger/entry.ts';
import { etherCode } from '../../providers/evm/token-address.ts';
import { createWallet } from '../../providers/bitcoin/wallet.ts';
import { hotWallet } from '../chain-wallets/evm-wallets.ts';
import { beginRecovery } from '../payout-holds/check-epoch.ts';
import { listHolds, releaseHolds, type PayoutHold } from '../payout-holds/store.ts';
import { askSecondPerson } from '../operators/second-person.ts';
import { OperatorFault, recordAction } from '../operators/record-action.ts';

/**
 * Releases the payouts of a chain. Coins that the wallet sent without the books are booked as the operator's own first;
 * an order that such a transaction paid has to be settled by hand before.
 *
 * @throws OperatorFault where nothing is held, or an order was paid already
 */
export async function releasePayouts(
  context: AppContext,
  { chain, operator }: { chain: string; operator: string },
): Promise<string | undefined> {
  const numbers = chain === 'ethereum' ? await context.providers.evm.getNonce(hotWallet(context.config).address) : 0;
  return context.db.transaction().execute(async (trx) => {
    const holds = await listHolds(trx, chain);
    if (holds.length === 0) throw new OperatorFault(`No pay-outs on ${chain || 'a chain without a name'} are held.`);
    const moves = await listMoves(trx, chain, holds);
    const asked = await askSecondPerson(context, trx, { operator, command: 'release-chain', subject: chain, moves });
    if (asked !== undefined) return asked;
    for (const hold of holds.filter(({ reason }) => reason === 'unknown_spend')) {
      await requireUnpaid(trx, hold);
      await bookSpend(context, trx, hold);
    }
    if (chain === 'ethereum')
      await trx
        .updateTable('accountNonces')
        .set((row) => ({ nextNonce: row.fn('greatest', ['nextNonce', row.val(BigInt(numbers))]) }))
        .where('address', '=', hotWallet(context.config).address)
        .execute();
    await releaseHolds(context, trx, { chain, holdIds: holds.map(({ holdId }) => holdId), by: operator });
    const subjects = holds.map(({ subject }) => subject).join(' ');
    await recordAction(context, trx, { operator, action: 'payouts_released', subject: chain, details: { subjects } });
    return undefined;
  });
}

/** What was sent without the books and is booked as the operator's own, and what goes out now. */
async function listMoves(trx: Executor, chain: string, holds: readonly PayoutHold[]) {
  const spent = holds
    .filter(({ reason }) => reason === 'unknown_spend')
    .flatMap(({ details }) => details.payments)
    .filter(({ currency }) => currency !== '')
    .map(({ amount, currency }) => ({ amount: BigInt(amount), currency }));
  const planned = await trx
    .selectFrom('payouts')
    .select(['amount', 'currency'])
    .where('chain', '=', chain)
    .where('status', '=', 'planned')
    .execute();
  return [...spent, ...planned];
}

/**
 * Looks for addresses that a restore forgot without leaving a trace, as a copy of files does, in the blocks from a
 * height on.
 *
 * @throws OperatorFault where the chain was never read
 */
export async function recoverFrom(
  context: AppContext,
  { chain, height, operator }: { chain: string; height: string; operator: string },
): Promise<void> {
  if (!/^\d{1,9}$/.test(height)) throw new OperatorFault(`${height} is no height of a chain.`);
  await context.db.transaction().execute(async (trx) => {
    const scan = await trx.selectFrom('depositScans').select('height').where('chain', '=', chain).executeTakeFirst();
    if (scan === undefined) throw new OperatorFault(`${chain || 'A chain without a name'} was never read.`);
    await beginRecovery(context, trx, { chain, height: Number(height) });
    await recordAction(context, trx, { operator, action: 'addresses_recovered', subject: chain, details: { height } });
  });
}

/**
 * Coins sent to an order's destination were most likely that order's, at the price of that time: a person confirms it
 * by settling the order by hand with the transaction as its proof, or credits its money to the balance.
 */
async function requireUnpaid(trx: Executor, { chain, subject, details }: PayoutHold): Promise<void> {
  const named = await trx
    .selectFrom('operatorActions')
    .select('actionId')
    .where('action', '=', 'payout_by_hand')
    .where(sql`details ->> 'proof'`, '=', subject)
    .executeTakeFirst();
  if (named !== undefined) return;
  for (const { address, currency } of details.payments) {
    const paid = await trx
      .selectFrom('payouts')
      .innerJoin('orders', 'orders.orderId', 'payouts.orderId')
      .select('orders.niceId')
      .where('payouts.chain', '=', chain)
      .where('payouts.status', '=', 'planned')
      .where('payouts.address', '=', address)
      .where('payouts.currency', '=', currency)
      .executeTakeFirst();
    if (paid === undefined) continue;
    const { niceId } = paid;
    throw new OperatorFault(
      `${subject} went to the address of ${niceId}: by-hand ${niceId} ${subject}, then release-chain.`,
    );
  }
}

async function bookSpend(context: AppContext, trx: Executor, hold: PayoutHold): Promise<void> {
  const { chain, subject } = hold;
  const postings = chain === 'bitcoin' ? await claimOutputs(context, trx, hold) : await listLeft(context, trx, hold);
  if (postings.length === 0) return;
  await postEntry(trx, context, {
    kind: 'outside_spend',
    reference: subject,
    idempotencyKey: `outside_spend:${chain}:${subject}`,
    postings,
  });
}

/** Its inputs are no longer the wallet's, and its change is. */
async function claimOutputs(
  context: AppContext,
  trx: Executor,
  { chain, subject, details }: PayoutHold,
): Promise<Posting[]> {
  let left = 0n;
  for (const { txid, outputIndex } of details.inputs) {
    const taken = await trx
      .deleteFrom('walletOutputs')
      .where('chain', '=', chain)
      .where('txid', '=', txid)
      .where('outputIndex', '=', outputIndex)
      .where('spentByPayoutId', 'is', null)
      .returning('amount')
      .executeTakeFirst();
    left += taken?.amount ?? 0n;
  }
  const { address } = createWallet(context.config);
  for (const { place, amount: text } of details.payments.filter((one) => one.address === address)) {
    const amount = BigInt(text);
    const row = { chain, txid: subject, outputIndex: place, amount, createdAt: context.clock.now() };
    const kept = await trx
      .insertInto('walletOutputs')
      .values({ ...row, origin: 'change', isSpendable: true })
      .onConflict((conflict) => conflict.columns(['chain', 'txid', 'outputIndex']).doNothing())
      .returning('txid')
      .executeTakeFirst();
    if (kept !== undefined) left -= amount;
  }
  return left === 0n ? [] : [moved(chain, left, 'BTC')];
}

/** What left our addresses, and the fee if the chain shows it. */
async function listLeft(context: AppContext, trx: Executor, { chain, details }: PayoutHold): Promise<Posting[]> {
  const postings: Posting[] = [];
  for (const { address, currency, amount } of details.payments) {
    const own = await trx
      .selectFrom('depositAddresses')
      .select('addressId')
      .where('chain', '=', chain)
      .where('address', '=', address)
      .executeTakeFirst();
    if (own === undefined && address !== hotWallet(context.config).address && currency !== '')
      postings.push(moved(chain, BigInt(amount), currency));
  }
  const fee = BigInt(details.fee);
  const world = paths.worldChain(chain);
  if (fee > 0n) postings.push({ from: paths.networkExpense, to: world, amount: fee, currency: etherCode });
  return postings;
}

function moved(chain: string, amount: bigint, currency: string): Posting {
  const [treasury, world] = [paths.treasury, paths.worldChain(chain)];
  return amount > 0n
    ? { from: treasury, to: world, amount, currency }
    : { from: world, to: treasury, amount: -amount, currency };
}
