import type { AppContext } from '../../context.ts';
import { type ChainName, isChain } from '../../config/config-chains.ts';
import type { Executor } from '../../database/db.ts';
import { type AccountTransaction, findPayoutTransaction, markSent } from '../chain-wallets/account-store.ts';
import { hotWallet } from '../chain-wallets/wallets.ts';
import { lookAtTransaction, recordLook } from '../chain-wallets/record-look.ts';
import { readAccount } from '../chain-wallets/read-account.ts';
import { hurryAttempt, revokeAttempt, sendAttempt } from '../chain-wallets/send-attempt.ts';
import { signMovement } from '../chain-wallets/sign-movement.ts';
import { gasPriceOf } from './network-cost.ts';
import type { FoundPayout, PayoutChain } from './payout-chain.ts';
import { type PayoutRow, isTakenBack, isUnsentLost } from './store.ts';
import { utxoChain } from './utxo/utxo-chain.ts';

/** Pays out of an account with numbered transactions: ether, and tokens for gas paid in ether. */
const accountChain: PayoutChain = {
  prepare: async (context, { address: recipient, currency, amount, payoutId }) => {
    const wallet = hotWallet(context.config);
    const movement = { sender: wallet.address, recipient, currency, amount };
    const reading = await readAccount(context, movement);
    return async (trx) => {
      const signed = await signMovement(context, trx, wallet, { ...movement, purpose: 'payout', payoutId }, reading);
      const likelyFee = reading.gasLimit * gasPriceOf(reading.fees);
      return signed && { txid: signed.txid, rawTransaction: signed.rawTransaction, fee: signed.feeMost, likelyFee };
    };
  },
  // Only the node knows, and it is queried in any case.
  isShort: async () => false,
  isBusy: async () => false,
  send: async (context, payout) => {
    const [wallet, attempt] = [hotWallet(context.config), await ownAttempt(context, payout)];
    if (await isUnsentLost(context, payout)) await revokeAttempt(context, wallet, attempt);
    return sendAttempt(context, wallet, attempt);
  },
  feePostings: () => [],
  markPayoutSent: async (context, trx, payout) =>
    markSent(context, trx, (await transactionOf({ db: trx }, payout)).transactionId),
  // The chain takes its fee when a block does.
  markFreeing: async () => {},
  look: async (context, payout) => {
    const { transactionId } = await transactionOf(context, payout);
    const look = await lookAtTransaction(context, transactionId);
    const found: FoundPayout | undefined = look && {
      ...look.found,
      txid: look.attempt.txid,
      isCancel: look.attempt.isCancel,
    };
    return { found, isOpen: false, record: (trx) => recordLook(context, trx, transactionId, look) };
  },
  findLost: async () => undefined,
  hurry: async (context, payout, isWaiting) => {
    if (!isWaiting) return;
    await hurryAttempt(context, hotWallet(context.config), await ownAttempt(context, payout));
  },
};

async function transactionOf({ db }: { db: Executor }, { payoutId, orderId }: PayoutRow): Promise<AccountTransaction> {
  const found = await findPayoutTransaction(db, payoutId);
  if (found === undefined) throw new Error(`The pay-out of order ${orderId} is signed but has no number.`);
  return found;
}

/** Where the payment was taken back only the number is freed, for those behind it. */
async function ownAttempt(context: AppContext, payout: PayoutRow) {
  const { transactionId } = await transactionOf(context, payout);
  return { transactionId, isUnwanted: (trx: Executor) => isTakenBack(trx, payout.orderId) };
}

const chains: Readonly<Record<ChainName, PayoutChain>> = { bitcoin: utxoChain, ethereum: accountChain };

/** @throws Error for a chain without payouts */
export function findPayoutChain(chain: string): PayoutChain {
  if (!isChain(chain)) throw new Error(`Nothing is paid out on the chain ${chain}.`);
  return chains[chain];
}
