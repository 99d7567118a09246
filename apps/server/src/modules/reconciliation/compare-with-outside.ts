import { isOffered } from '../../config-providers.ts';
import type { AppContext } from '../../context.ts';
import { compareAccounts } from './compare-accounts.ts';
import { compareBank } from './compare-bank.ts';
import { compareCards } from './compare-cards.ts';
import { compareWallet } from './compare-wallet.ts';
import type { Difference } from './difference.ts';

/**
 * Holds the books against what the firms outside say: payments and pay-outs at the acquirers, the account at the bank,
 * and the coins on our addresses on the chains. What moves while this looks can show as a difference once; a real one
 * stays.
 *
 * @param older public numbers of orders without recent news that are to be looked at again
 * @throws ProviderError while a firm cannot be asked
 */
export async function compareWithOutside(context: AppContext, older: readonly string[] = []): Promise<Difference[]> {
  return [
    ...(await compareCards(context, older)),
    ...(isOffered(context.config, 'bank') ? await compareBank(context) : []),
    ...(isOffered(context.config, 'bitcoin') ? await compareWallet(context) : []),
    ...(isOffered(context.config, 'ethereum') ? await compareAccounts(context) : []),
  ];
}
