import type { AppContext } from '../../context.ts';
import { agreeWithChain } from '../chain-wallets/agree-with-chain.ts';
import { collectFrom } from './collect-from.ts';
import { followCollections } from './follow-collections.ts';
import { listToCollect } from './list-to-collect.ts';

/** Follows the collections under way, and begins those that are due. One address that cannot be collected holds up no other. */
export async function collectDeposits(context: AppContext): Promise<void> {
  await followCollections(context);
  if (!(await agreeWithChain(context, 'ethereum'))) return;
  for (const source of await listToCollect(context.db))
    await collectFrom(context, source).catch((error: unknown) => {
      context.log.warn('a deposit address could not be collected', { error });
    });
}
