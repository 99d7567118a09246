import type { AppContext } from '../../../context.ts';
import { watchPrices } from '../watch-prices.ts';

export async function handleWatchPrices(context: AppContext): Promise<void> {
  await watchPrices(context);
}
