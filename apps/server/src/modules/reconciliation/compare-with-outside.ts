import type { AppContext } from '../../context.ts';
import { compareBank } from './compare-bank.ts';
import { compareCards } from './compare-cards.ts';
import { compareWallet } from './compare-wallet.ts';
import type { Difference } from './difference.ts';

/**
 * Holds the books against what the firms outside say: recent card payments at the acquirer, our account at
 * the bank, and the coins of the hot wallet on the chain. What moves while this looks can show as a difference once; a real one stays.
 *
 * @throws ProviderError while a firm cannot be asked
 */
export async function compareWithOutside(context: AppContext): Promise<Difference[]> {
  return [...(await compareCards(context)), ...(await compareBank(context)), ...(await compareWallet(context))];
}
