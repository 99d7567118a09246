import { zeroAddress, getAddress } from 'viem';
import type { Config } from '../../config.ts';
import { isOffered } from '../../config-providers.ts';
import type { Executor } from '../../database/db.ts';
import { createWallet } from '../../providers/bitcoin/wallet.ts';
import { hotWallet } from '../chain-wallets/evm-wallets.ts';

const evmNetworks: ReadonlySet<string> = new Set(['ethereum', 'bsc', 'polygon', 'avalanche']);

/** Why nobody is paid out to an address, however sound it is; `undefined` when there is no reason. */
export async function findOwnAddress(
  { db, config }: { db: Executor; config: Config },
  network: string,
  address: string,
): Promise<'own' | 'zero' | 'contract' | undefined> {
  if (evmNetworks.has(network)) {
    if (address === zeroAddress) return 'zero';
    if (config.ETHEREUM_TOKENS.some((token) => getAddress(token.address) === address)) return 'contract';
    if (isOffered(config, 'ethereum') && address === hotWallet(config).address) return 'own';
  }
  if (network === 'bitcoin' && isOffered(config, 'bitcoin') && address === createWallet(config).address) return 'own';
  const found = await db
    .selectFrom('depositAddresses')
    .select('addressId')
    .where('address', '=', address)
    .executeTakeFirst();
  return found && 'own';
}
