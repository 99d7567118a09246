import type { AppContext } from '../../context.ts';
import type { Executor } from '../../database/db.ts';
import { newUuid } from '../../new-uuid.ts';
import { createWallet } from '../../providers/bitcoin/wallet.ts';
import { addHistory } from '../lifecycle/add-history.ts';
import { lockOrder } from '../lifecycle/store.ts';
import { isOwnTransaction } from '../chain-wallets/is-own-transaction.ts';
import type { DepositChain, Payment, PayingTransaction } from './deposit-chain.ts';
import { findDepositAddress, pickOwn } from './store.ts';

/** More than the database holds of any currency. */
const tooMuch = 10n ** 38n;

/** Writes down what a transaction pays to addresses of ours, each payment once however often it is seen. Payments between our own addresses are none. */
export async function noteDeposit(context: AppContext, chain: DepositChain, txid: string): Promise<void> {
  if (await isOwnTransaction(context.db, txid)) return;
  const found = await chain.read(context, txid);
  if (found === undefined || (await isFromUs(context, chain, found))) return;
  // One transaction may pay several orders.
  const ends = await Promise.allSettled(
    found.payments.map(async (payment) =>
      context.db.transaction().execute((trx) => notePayment(context, trx, chain, { txid, found, payment })),
    ),
  );
  for (const end of ends) if (end.status === 'rejected') throw end.reason;
}

/** What our own keys have sent was ours before, also where the books have forgotten it. */
async function isFromUs(
  context: AppContext,
  { name, fundingAddress }: DepositChain,
  { senders }: PayingTransaction,
): Promise<boolean> {
  const wallets = [fundingAddress(context), name === 'bitcoin' ? createWallet(context.config).address : ''];
  return senders.some((sender) => wallets.includes(sender)) || (await pickOwn(context.db, name, senders)).size > 0;
}

interface Sighting {
  txid: string;
  found: PayingTransaction;
  payment: Payment;
}

async function notePayment(
  context: AppContext,
  trx: Executor,
  chain: DepositChain,
  { txid, found, payment }: Sighting,
): Promise<void> {
  const { recipient, place, currency, amount } = payment;
  const target = await findDepositAddress(trx, { chain: chain.name, address: recipient });
  if (target === undefined && recipient !== chain.fundingAddress(context)) return;
  if (amount <= 0n || amount >= tooMuch) throw new Error(`${amount} is no amount of ${currency}.`);
  const now = context.clock.now();
  const { confirmations, blockHash } = found;
  const created = await trx
    .insertInto('deposits')
    .values({
      depositId: newUuid(context),
      chain: chain.name,
      txid,
      outputIndex: place,
      addressId: target?.addressId ?? null,
      orderId: target?.orderId ?? null,
      currency,
      amount,
      status: 'seen',
      confirmations,
      blockHash,
      seenAt: now,
      minedAt: confirmations > 0 ? now : null,
      updatedAt: now,
    })
    // One that had gone before it counted is back: it was not on its way meanwhile, so it comes now.
    .onConflict((conflict) =>
      conflict
        .columns(['chain', 'txid', 'outputIndex'])
        .doUpdateSet({
          status: 'seen',
          confirmations,
          blockHash,
          seenAt: now,
          minedAt: confirmations > 0 ? now : null,
          updatedAt: now,
        })
        .where('deposits.status', '=', 'gone'),
    )
    .returning('depositId')
    .executeTakeFirst();
  if (created === undefined || target === undefined) return;
  const { status, orderId } = await lockOrder(trx, target.orderId);
  await addHistory(context, trx, { orderId, from: status, to: status, reason: 'deposit_seen', actor: 'system' });
}
