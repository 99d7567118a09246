import type { AppContext } from '../../context.ts';
import { type ChainName, isChain } from '../../config/config-chains.ts';
import type { Executor } from '../../database/db.ts';
import { type AccountTransaction, findPayoutTransaction, markSent } from '../chain-wallets/account-store.ts';
import { hotWallet } from '../chain-wallets/wallets.ts';
import { lookAtTransaction, recordLook } from '../chain-wallets/record-look.ts';
import { listNumbers, readAccount } from '../chain-wallets/read-account.ts';
import { cancelGas, capFees, hurryAttempt, revokeAttempt, sendAttempt } from '../chain-wallets/send-attempt.ts';
import { signMovement } from '../chain-wallets/sign-movement.ts';
import type { EvmFees } from '../../providers/evm/port.ts';
import { ProviderError } from '../../providers/provider-error.ts';
import { OperatorFault } from '../operators/record-action.ts';
import type { PayoutHold } from '../payout-holds/store.ts';
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

/**
 * Bytes that move nothing use the numbers of a waiting transaction that a restore forgot: a block takes one of both at
 * most. The books find them like any other transaction of the wallet.
 *
 * @param record called before each is sent
 * @throws OperatorFault where more than the most we pay would be needed; ProviderError
 */
export async function outbidForgotten(context: AppContext, hold: PayoutHold, record: (txid: string) => Promise<void>) {
  const { config, providers } = context;
  const wallet = hotWallet(config);
  const most = BigInt(config.ETHEREUM_MAX_FEE_GWEI) * 1_000_000_000n;
  const send = async (nonce: number, fees: EvmFees): Promise<string> => {
    const cancel = { gasLimit: cancelGas, recipient: wallet.address, token: '', amount: 0n };
    const { txid, rawTransaction } = await wallet.sign({ nonce, ...cancel, ...fees });
    await record(txid);
    const refused = await providers.evm.broadcast(rawTransaction).catch((error: unknown) => {
      if (!(error instanceof ProviderError) || error.code !== 'underpriced') throw error;
      return error;
    });
    if (refused === undefined) return txid;
    if (fees.maxPriorityFeePerGas === most)
      throw new OperatorFault(`More than ${config.ETHEREUM_MAX_FEE_GWEI} gwei would replace ${nonce}.`, {
        cause: refused,
      });
    const twice = { maxFeePerGas: fees.maxFeePerGas * 2n, maxPriorityFeePerGas: fees.maxPriorityFeePerGas * 2n };
    return send(nonce, capFees(twice, most));
  };
  const txids: string[] = [];
  for (const nonce of await listNumbers(context, wallet.address, hold))
    txids.push(await send(nonce, await providers.evm.estimateFees()));
  return txids.join(' ');
}
