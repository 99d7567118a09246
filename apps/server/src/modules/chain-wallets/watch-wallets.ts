import { isOffered } from '../../config-providers.ts';
import type { AppContext } from '../../context.ts';
import { watchEpoch } from '../payout-holds/watch-epoch.ts';
import { agreeWithChain } from './agree-with-chain.ts';

/**
 * Looks whether database, clock and chains are where the books left them: when a worker starts, before its first job,
 * and every minute, so that what is read of a chain is never far behind. A node that cannot be asked is asked again
 * before anything is signed.
 */
export async function watchWallets(context: AppContext): Promise<void> {
  await watchEpoch(context);
  const offered = ['bitcoin', 'ethereum'].filter((chain) => isOffered(context.config, chain));
  for (const chain of offered)
    await agreeWithChain(context, chain).catch((error: unknown) => {
      context.log.warn('a chain could not be compared with the books', { firm: chain, error });
    });
}
