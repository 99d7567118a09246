import type { AppContext } from '../../context.ts';
import type { Executor } from '../../database/db.ts';
import { type ChainSettings, chainSettings } from '../../providers/chain-settings.ts';
import { ProviderError } from '../../providers/provider-error.ts';
import { settleEach } from '../alarms/settle-each.ts';
import { addHistory } from '../order-lifecycle/change-status.ts';
import { creditDeposit } from './credit-deposit.ts';
import type { DepositChain } from './deposit-chain.ts';
import { loseDeposit, regainDeposit } from './lost-deposits.ts';
import { type DepositRow, findScanHeight, isSharedWith, lockPayee } from './store.ts';

/** Most open deposits polled in one run, those that waited longest first. */
const depositsMax = 500;

/** Polls every deposit that is not settled, and takes the next step of each. */
export async function followDeposits(context: AppContext, chain: DepositChain): Promise<void> {
  const open = await context.db
    .selectFrom('deposits')
    .selectAll()
    .where('chain', '=', chain.name)
    .where('status', 'in', ['seen', 'credited', 'lost'])
    .orderBy('updatedAt')
    .limit(depositsMax)
    .execute();
  const once = { ...chain, read: readOnce(chain) };
  await settleEach(context, open, {
    work: 'follow-deposits',
    againWithin: 120,
    nameOf: ({ txid, outputIndex }) => `${chain.name} ${txid}:${outputIndex}`,
    settle: (deposit) => followDeposit(context, once, deposit),
    postpone: ({ depositId }) => postpone(context, depositId),
  });
}

/** A deposit is compared with others of its address: each transaction is read once in a run. */
function readOnce(chain: DepositChain): DepositChain['read'] {
  const known = new Map<string, ReturnType<DepositChain['read']>>();
  return (context, txid) => {
    const read = known.get(txid) ?? chain.read(context, txid);
    known.set(txid, read);
    return read;
  };
}

/** Asks the chain for the booked deposits of an order that are not settled. @throws ProviderError */
export async function recheckDeposits(context: AppContext, chain: DepositChain, orderId: string): Promise<void> {
  const booked = await context.db
    .selectFrom('deposits')
    .selectAll()
    .where('orderId', '=', orderId)
    .where('status', '=', 'credited')
    .execute();
  for (const deposit of booked) await followDeposit(context, chain, deposit);
}

async function postpone({ db, clock }: AppContext, depositId: string): Promise<void> {
  await db.updateTable('deposits').set({ updatedAt: clock.now() }).where('depositId', '=', depositId).execute();
}

async function followDeposit(context: AppContext, chain: DepositChain, deposit: DepositRow): Promise<void> {
  const found = await readDeposit(context, chain, deposit);
  const confirmations = found?.confirmations;
  const needed = chainSettings(context.config, chain.name);
  const settledConfirmations = Math.max(needed.settledConfirmations, found?.spendableFrom ?? 0);
  const step = decideDeposit(deposit, confirmations, { ...needed, settledConfirmations });
  const place = { confirmations: confirmations ?? 0, blockHash: found?.blockHash ?? '' };
  const minedAt = place.confirmations === 0 ? null : (deposit.minedAt ?? context.clock.now());
  await act(context, chain, { ...deposit, minedAt }, step);
  await context.db
    .updateTable('deposits')
    .set({ ...place, minedAt, updatedAt: context.clock.now() })
    .where('depositId', '=', deposit.depositId)
    .execute();
}

/** Its transaction, while that pays it: in another block a contract may pay another amount, or somebody else. */
async function readDeposit(context: AppContext, chain: DepositChain, deposit: DepositRow) {
  const { outputIndex, currency, amount, addressId } = deposit;
  const found = await chain.read(context, deposit.txid);
  const paid = found?.payments.filter(
    (each) => each.place === outputIndex && each.currency === currency && each.amount === amount,
  );
  if (paid === undefined || paid.length === 0) return undefined;
  if (addressId === null) return found;
  const own = context.db.selectFrom('depositAddresses').select('address').where('addressId', '=', addressId);
  const { address } = await own.executeTakeFirstOrThrow();
  return paid.some(({ recipient }) => recipient === address) ? found : undefined;
}

async function act(context: AppContext, chain: DepositChain, deposit: DepositRow, step: DepositStep): Promise<void> {
  // What comes in place of a payment pays for its loss, also where that could not be followed just now.
  if (step === 'credit' || step === 'regain') await loseInstead(context, chain, deposit);
  if (step === 'credit') return creditDeposit(context, deposit);
  if (step === 'forget') return forget(context, deposit);
  if (step === 'lose') return lose(context, chain, deposit);
  if (step === 'regain') return regainDeposit(context, deposit);
  if (step === 'settle') await context.db.transaction().execute((trx) => settle(trx, deposit));
}

/** It cannot be lost any more: on Bitcoin a payout may use its coins. */
async function settle(trx: Executor, { depositId, chain, txid, outputIndex }: DepositRow): Promise<void> {
  const settled = await trx
    .updateTable('deposits')
    .set({ status: 'settled' })
    .where('depositId', '=', depositId)
    .where('status', '=', 'credited')
    .executeTakeFirst();
  if (settled.numUpdatedRows !== 1n) return;
  await trx
    .updateTable('walletOutputs')
    .set({ isSpendable: true })
    .where('chain', '=', chain)
    .where('txid', '=', txid)
    .where('outputIndex', '=', outputIndex)
    .where('origin', '=', 'deposit')
    .execute();
}

/** Where a payment and its replacement change places, the one that goes is lost before the other is counted. */
async function loseInstead(context: AppContext, chain: DepositChain, deposit: DepositRow): Promise<void> {
  const others = await context.db
    .selectFrom('deposits')
    .selectAll()
    .where(isSharedWith(deposit))
    .where('chain', '=', chain.name)
    .where('depositId', '<>', deposit.depositId)
    .where('status', '=', 'credited')
    .execute();
  for (const other of others) {
    const found = await readDeposit(context, chain, other);
    if (found === undefined || found.confirmations === 0) await lose(context, chain, other);
  }
}

/**
 * What a node does not have that is behind the blocks which were read before may be in the chain all the same.
 *
 * @throws ProviderError of such a node
 */
async function lose(context: AppContext, chain: DepositChain, deposit: DepositRow): Promise<void> {
  const read = (await findScanHeight(context.db, chain.name)) ?? 0;
  if ((await chain.getHeight(context)) < read) throw new ProviderError(chain.name, 'unknown', { code: 'behind' });
  return loseDeposit(context, deposit);
}

/** It left the chain before it was booked: there is nothing to reverse, and nothing is owed. */
async function forget(context: AppContext, deposit: DepositRow): Promise<void> {
  await context.db.transaction().execute(async (trx) => {
    const payee = await lockPayee(trx, deposit);
    const changed = await trx
      .updateTable('deposits')
      .set({ status: 'gone' })
      .where('depositId', '=', deposit.depositId)
      .where('status', '=', 'seen')
      .executeTakeFirst();
    if (changed.numUpdatedRows !== 1n || payee?.order === undefined) return;
    const { orderId, status } = payee.order;
    await addHistory(context, trx, { orderId, from: status, to: status, reason: 'deposit_gone', actor: 'system' });
  });
}

/** The next step of a deposit after a poll of the chain. */
type DepositStep = 'wait' | 'credit' | 'forget' | 'lose' | 'regain' | 'settle';

/**
 * @param deposit `seen`, `credited` or `lost`
 * @param confirmations blocks on top of it and its own, 0 while it waits, `undefined` when the chain does not have it
 */
export function decideDeposit(
  { status, clientId }: Pick<DepositRow, 'status' | 'clientId'>,
  confirmations: number | undefined,
  needed: Pick<ChainSettings, 'payinConfirmations' | 'balanceConfirmations' | 'settledConfirmations'>,
): DepositStep {
  if (status === 'seen') {
    if (confirmations === undefined) return 'forget';
    const least = clientId === null ? needed.payinConfirmations : needed.balanceConfirmations;
    return confirmations >= least ? 'credit' : 'wait';
  }
  const isInChain = confirmations !== undefined && confirmations > 0;
  if (status === 'lost') return isInChain ? 'regain' : 'wait';
  if (!isInChain) return 'lose';
  return confirmations >= needed.settledConfirmations ? 'settle' : 'wait';
}
