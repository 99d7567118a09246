import { z } from 'zod';
import type { AppContext } from '../../context.ts';
import { transactionLink } from '../../providers/chain-settings.ts';
import type { EvmNode } from '../../providers/evm/port.ts';

/** The network of the deposit key's own chain; on every other of its kind the same key opens the same address. */
export const mainNetwork = 'ethereum';
/** Where a client sees its coins. */
export const coinsPath = '/balance/deposit?depositCurrency=ETH';
/** Most rows that a client is shown, the newest first: strangers can send any number. */
const shownMax = 20;
const shown = z.enum(['waiting', 'returned', 'closed']);

/** Networks that are searched, by name. */
export function listNetworks({ providers }: Pick<AppContext, 'providers'>): string[] {
  return [mainNetwork, ...providers.otherEvm.keys()];
}

export function findNetworkNode({ providers }: Pick<AppContext, 'providers'>, network: string): EvmNode | undefined {
  return network === mainNetwork ? providers.evm : providers.otherEvm.get(network);
}

/**
 * Coins that came to addresses of a client and are on no balance. Neither the name of a token nor its amount is shown:
 * both are whatever its contract says.
 */
export async function listOtherCoins({ db, config }: Pick<AppContext, 'db' | 'config'>, clientId: string) {
  const rows = await db
    .selectFrom('unknownCoins')
    .select(['coinsId', 'network', 'token', 'txid', 'status', 'returnTxid', 'foundAt'])
    .where('clientId', '=', clientId)
    .where('status', '<>', 'booked')
    .orderBy('foundAt', 'desc')
    .limit(shownMax)
    .execute();
  return rows.map(({ status, ...row }) => ({
    ...row,
    status: shown.parse(status),
    txLink: transactionLink(config, row.network, row.txid),
    returnLink: transactionLink(config, row.network, row.returnTxid),
  }));
}
