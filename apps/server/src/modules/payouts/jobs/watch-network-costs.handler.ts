import type { AppContext } from '../../../context.ts';
import { watchNetworkCosts } from '../watch-network-costs.ts';

export async function handleWatchNetworkCosts(context: AppContext): Promise<void> {
  await watchNetworkCosts(context);
}
