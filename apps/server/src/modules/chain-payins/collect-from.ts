import type { AppContext } from '../../context.ts';
import { tokenAddress, etherCode } from '../../providers/evm/token-address.ts';
import type { EvmWallet } from '../../providers/evm/wallet.ts';
import { depositWallet, hotWallet } from '../chain-wallets/evm-wallets.ts';
import { markSent } from '../chain-wallets/mark-sent.ts';
import { readAccount, type AccountReading, type Movement } from '../chain-wallets/read-account.ts';
import { sendAttempt } from '../chain-wallets/send-attempt.ts';
import { signMovement } from '../chain-wallets/sign-movement.ts';
import { isStillToCollect, type CollectionSource } from './list-to-collect.ts';

/** Gas that a top-up buys beyond what the collection is thought to need. */
const headroomPercent = 150n;

/**
 * Brings all that an address has of a currency to the hot wallet. Tokens are moved for ether: where the address has
 * too little, the hot wallet sends it some first, and the tokens follow on a later run.
 */
export async function collectFrom(context: AppContext, source: CollectionSource): Promise<void> {
  const wallet = depositWallet(context.config, source.keyIndex);
  const { currency } = source;
  const recipient = hotWallet(context.config).address;
  const token = tokenAddress(context.config, currency);
  const balance = await context.providers.evm.getBalance(wallet.address, token);
  if (balance === 0n) return;
  const movement = { sender: wallet.address, recipient, currency, amount: balance };
  const collection: Step = { ...movement, wallet, purpose: 'collect' };
  const reading = await readAccount(context, movement);
  const cost = reading.gasLimit * reading.fees.maxFeePerGas;
  if (currency === etherCode) {
    // What is not worth its own fee stays where it is.
    if (balance <= cost * 2n) return;
    return move(context, source, { ...collection, amount: balance - cost }, reading);
  }
  if (reading.ether >= cost) return move(context, source, collection, reading);
  const amount = (cost * headroomPercent) / 100n - reading.ether;
  const gas = { sender: recipient, recipient: wallet.address, currency: etherCode, amount };
  const sending: Step = { ...gas, wallet: hotWallet(context.config), purpose: 'gas' };
  return move(context, source, sending, await readAccount(context, gas));
}

/** One movement on the way to the hot wallet, and whose it is. */
interface Step extends Movement {
  wallet: EvmWallet;
  purpose: 'collect' | 'gas';
}

async function move(
  context: AppContext,
  source: CollectionSource,
  { wallet, ...movement }: Step,
  reading: AccountReading,
): Promise<void> {
  const { addressId } = source;
  const signed = await context.db.transaction().execute(async (trx) => {
    if (!(await isStillToCollect(trx, source))) return 'done by another';
    return signMovement(context, trx, wallet, { ...movement, addressId }, reading);
  });
  if (signed === 'done by another') return;
  if (signed === undefined) {
    context.log.warn('an account has too little to collect with', {});
    return;
  }
  await sendAttempt(context, wallet, signed.transactionId);
  await markSent(context, context.db, signed.transactionId);
}
