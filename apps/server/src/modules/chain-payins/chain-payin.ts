import { formatUnits } from '@causeway/domain/currencies/format-units';
import { describeWalletConnect } from '../../config/walletconnect/config-walletconnect.ts';
import type { AppContext } from '../../context.ts';
import { type ChainName, isChain } from '../../config/config-chains.ts';
import { chainSettings, transactionLink } from '../../providers/chain-settings.ts';
import { tokenAddress } from '../../providers/evm/token-address.ts';
import { insertOwnAddress } from '../addresses/own-address.ts';
import type { OrderRow } from '../order-lifecycle/store.ts';
import type { PaidOrder, PayinMethod, PayinView } from '../settlement/payin-method.ts';
import { bitcoinDeposits } from './bitcoin-deposits.ts';
import type { DepositChain } from './deposit-chain.ts';
import { ethereumDeposits } from './ethereum-deposits.ts';
import { recheckDeposits } from './follow-deposits.ts';
import { catchUpWithChain } from './scan-deposits.ts';
import { findDepositAddress, listOrderDeposits } from './store.ts';
import { isContractEther } from './contract-ether.ts';
import type { Executor } from '../../database/db.ts';

export const depositChains: Readonly<Record<ChainName, DepositChain>> = {
  bitcoin: bitcoinDeposits,
  ethereum: ethereumDeposits,
};

function findDepositChain(chain: string): DepositChain {
  if (!isChain(chain)) throw new Error(`There is no chain ${chain}.`);
  return depositChains[chain];
}

/** The client may take long to send coins, while the price holds for minutes. */
const waitSeconds = 24 * 3600;

/** Is paid on a chain, to an address of the order's own. Payments are found by reading blocks, without an end. */
export const chainPayin: PayinMethod = {
  waitSeconds,
  // The address of each is looked for in every block from then on.
  openMost: { ofPayer: 10, ofNetwork: 300 },
  plan: planDeposit,
  // Found for all orders at once by the scan of the chain.
  sync: async () => undefined,
  stop,
  recheck,
  view,
  isFinal: isSettled,
  refund: async (_context, { refundId }) => {
    // An exchange's shared address may have paid, so coins are never refunded to their sender's address.
    throw new Error(`The refund ${refundId} of a payment in coins goes to the balance, not back to the chain.`);
  },
};

/** No reorganisation is feared for what is settled; a deposit that was lost has taken its share. */
async function isSettled({ db }: AppContext, { orderId }: PaidOrder): Promise<boolean> {
  const deposits = await listOrderDeposits(db, orderId);
  return deposits.every(({ status }) => status !== 'seen' && status !== 'credited');
}

/** A transaction cannot be stopped: what the chain has already is taken in before the order ends. */
async function stop(context: AppContext, orderId: string): Promise<boolean> {
  const target = await findDepositAddress(context.db, { orderId });
  if (target !== undefined) await catchUpWithChain(context, findDepositChain(target.chain));
  return false;
}

/** Only what is not settled can go. */
async function recheck(context: AppContext, orderId: string): Promise<void> {
  const target = await findDepositAddress(context.db, { orderId });
  if (target === undefined) return;
  await recheckDeposits(context, findDepositChain(target.chain), orderId);
}

async function view({ config, db }: AppContext, order: OrderRow, isWaiting: boolean): Promise<PayinView> {
  const { orderId, payinGroup: chain } = order;
  const target = await findDepositAddress(db, { orderId });
  const deposits = await listOrderDeposits(db, orderId);
  const newest = deposits.find(({ status }) => status !== 'gone');
  const txid = newest === undefined || isContractEther(newest.txid) ? '' : newest.txid;
  const uncounted = deposits.filter(({ status, currency }) => status === 'seen' && currency === order.payinCurrency);
  const seen = uncounted.reduce((sum, { amount }) => sum + amount, 0n);
  return {
    cryptoAddress: isWaiting ? (target?.address ?? '') : '',
    ...(isWaiting && isChain(chain) && purchaseParams[chain](config, order)),
    payinConfirmations: newest?.confirmations ?? null,
    payinConfirmationsNeeded: isChain(chain) ? chainSettings(config, chain).payinConfirmations : 0,
    payinSeenAmount: seen === 0n ? '' : formatUnits(seen, order.payinCurrency),
    payinTxid: txid,
    payinTxLink: transactionLink(config, chain, txid),
  };
}

/** What a wallet's link needs beside the address, by chain. */
const purchaseParams: Readonly<
  Record<ChainName, (config: AppContext['config'], order: OrderRow) => Pick<PayinView, 'purchaseParamsPayin'>>
> = {
  bitcoin: () => ({}),
  ethereum: (config, order) => ({ purchaseParamsPayin: { evm: evmOf(config, order) } }),
};

/** Where a wallet's link sends the coins: on another chain, or as another token, they would be lost. */
function evmOf(config: AppContext['config'], { payinCurrency }: OrderRow) {
  const token = tokenAddress(config, payinCurrency);
  return { chainId: config.ETHEREUM_CHAIN_ID, token, ...describeWalletConnect(config) };
}

/** Gives an order an address of its own, in the caller's transaction. */
async function planDeposit(
  context: AppContext,
  trx: Executor,
  { orderId, clientId, payinGroup: chain }: OrderRow,
): Promise<void> {
  if (!isChain(chain)) throw new Error(`There is no chain ${chain}.`);
  await insertOwnAddress(context, trx, chain, { orderId, clientId });
}
