import { setTimeout as sleep } from 'node:timers/promises';
import type { AppContext } from '../../context.ts';
import { Refusal } from '../../errors.ts';
import { isOffered } from '../../config/config-providers.ts';
import { listEvmCurrencies, tokenAddress } from '../../providers/evm/token-address.ts';
import { ProviderError } from '../../providers/provider-error.ts';
import { checkAddress } from './check-address.ts';
import { hotWallet } from '../chain-wallets/wallets.ts';

const answerMs = 2500;

/** The group whose node can say whether a destination takes a transfer. */
export const askedGroup = 'ethereum';

/** The requested destination, as far as it is known before the order is priced. */
interface Taker {
  payoutCurrency?: string | undefined;
  payoutGroup?: string | undefined;
  dstAddress?: string | undefined;
}

/**
 * Asks the node, before an order is made, whether its destination takes a transfer: one that would fail is refused
 * before it is paid for. A slow node refuses nothing: the order is made, and signing is retried.
 *
 * @returns what the order is refused with
 */
export async function findTakerRefusal(context: AppContext, taker: Taker): Promise<Refusal | undefined> {
  const { config, providers } = context;
  const { payoutCurrency: currency, payoutGroup: group, dstAddress = '' } = taker;
  if (group !== askedGroup || !isOffered(config, group)) return undefined;
  if (currency === undefined || !listEvmCurrencies(config).includes(currency)) return undefined;
  const checked = checkAddress(group, dstAddress.trim(), config.BITCOIN_NETWORK);
  if (!checked.isValid) return undefined;
  const sender = hotWallet(config).address;
  const token = tokenAddress(config, currency);
  const ask = async (): Promise<undefined> => {
    // An empty wallet says nothing about the recipient.
    if ((await providers.evm.getBalance(sender, token)) === 0n) return undefined;
    await providers.evm.estimateGas({ sender, recipient: checked.address, token, amount: 1n });
    return undefined;
  };
  const silence = sleep(answerMs, undefined, { ref: false });
  return Promise.race([ask(), silence]).catch((error: unknown) => {
    if (!(error instanceof ProviderError)) throw error;
    const isRefused = error.kind === 'refused' && (error.code === 'reverted' || error.code === 'gas');
    if (!isRefused) return undefined;
    const item = { code: 'ADDRESS_INVALID', field: 'dst_address', values: { reason: 'refuses' } } as const;
    return new Refusal(item, { cause: error });
  });
}
