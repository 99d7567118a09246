import type { AppContext } from '../../context.ts';
import { chainSettings, isChain, transactionLink } from '../../providers/chain-settings.ts';
import type { OrderRow } from '../lifecycle/store.ts';
import type { PayinMethod, PayinView } from '../settlement/payin-method.ts';
import { planDeposit } from './plan-deposit.ts';
import { findDepositAddress, listOrderDeposits } from './store.ts';

/** Coins are on their way for as long as their owner takes to send them; the price holds for minutes. */
const waitSeconds = 24 * 3600;

/** Is paid on a chain, to an address of the order's own. What comes is found by looking at blocks, for ever. */
export const chainPayin: PayinMethod = {
  waitSeconds,
  plan: planDeposit,
  // Found for all orders at once by the scan of the chain.
  sync: async () => undefined,
  // Nobody outside knows of the order, and nobody can stop a transaction: what comes late is settled as late.
  stop: async () => false,
  tell,
  refund: async (_context, { refundId }) => {
    // An exchange's own address may have paid, so nothing is ever sent back to where it came from.
    throw new Error(`The refund ${refundId} of a payment in coins goes to the balance, not back to the chain.`);
  },
};

async function tell({ config, db }: AppContext, order: OrderRow, isWaiting: boolean): Promise<PayinView> {
  const { orderId, payinGroup: chain } = order;
  const target = await findDepositAddress(db, { orderId });
  const deposits = await listOrderDeposits(db, orderId);
  const newest = deposits.find(({ status }) => status !== 'gone');
  const txid = newest?.txid ?? '';
  return {
    cryptoAddress: isWaiting ? (target?.address ?? '') : '',
    payinConfirmations: newest?.confirmations ?? null,
    payinConfirmationsNeeded: isChain(chain) ? chainSettings(config, chain).payinConfirmations : 0,
    payinTxid: txid,
    payinTxLink: transactionLink(config, chain, txid),
  };
}
