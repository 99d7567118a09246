import { setTimeout as sleep } from 'node:timers/promises';
import { isBeforeMoney } from '@causeway/domain/orders/order-transitions';
import type { AppContext } from '../../context.ts';
import { chainSettings, isChain, transactionLink } from '../../providers/chain-settings.ts';
import { tokenAddress } from '../../providers/evm/token-address.ts';
import { ProviderError } from '../../providers/provider-error.ts';
import { Refusal } from '../../errors.ts';
import { hotWallet } from '../chain-wallets/evm-wallets.ts';
import { checkDestination } from '../addresses/check-destination.ts';
import type { OrderRow } from '../lifecycle/store.ts';
import type { PayoutMethod } from '../lifecycle/payout-method.ts';
import { planPayout } from './plan-payout.ts';
import { stopPayout } from './stop-payout.ts';
import { findPayout } from './store.ts';

const answerMs = 2500;

/** Pays out on a chain. */
export const chainPayout: PayoutMethod = {
  checkDestination: async (context, input) => {
    const destination = await checkDestination(context, input);
    if (input.group === 'ethereum') await requireTaker(context, input.currency, destination.address);
    return destination;
  },
  plan: planPayout,
  stop: stopPayout,
  tell,
};

/** A transfer that would fail is refused before it is paid for. A node that does not answer soon refuses nobody: what is signed is tried again. */
async function requireTaker({ config, providers }: AppContext, currency: string, recipient: string): Promise<void> {
  const sender = hotWallet(config).address;
  const token = tokenAddress(config, currency);
  const ask = async (): Promise<void> => {
    // A wallet that has nothing to send says nothing about who is paid.
    if ((await providers.evm.getBalance(sender, token)) === 0n) return;
    await providers.evm.estimateGas({ sender, recipient, token, amount: 1n });
  };
  const silence = sleep(answerMs, undefined, { ref: false });
  await Promise.race([ask(), silence]).catch((error: unknown) => {
    if (!(error instanceof ProviderError) || error.kind !== 'refused') return;
    if (error.code === 'reverted' || error.code === 'gas')
      throw new Refusal(
        { code: 'ADDRESS_INVALID', field: 'dst_address', values: { reason: 'refuses' } },
        { cause: error },
      );
  });
}

async function tell({ config, db }: AppContext, order: OrderRow) {
  const { orderId, destinationAddress, destinationTag, destinationDetails, payoutGroup } = order;
  const payout = isBeforeMoney(order.status) ? undefined : await findPayout(db, orderId);
  const txid = payout === undefined || payout.broadcastAt === null ? '' : (payout.txid ?? '');
  const { memoId, memoType, memoValue } = destinationDetails;
  return {
    dstAddress: destinationAddress,
    dstTag: destinationTag,
    memoId,
    memoType,
    memoValue,
    txid,
    txLink: transactionLink(config, payoutGroup, txid),
    payoutConfirmations: payout?.confirmations ?? -1,
    payoutConfirmationsNeeded: isChain(payoutGroup) ? chainSettings(config, payoutGroup).payoutConfirmations : 0,
  };
}
