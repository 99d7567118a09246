import type { AppContext } from '../../../context.ts';
import { watchPayoutAges } from '../watch-payout-ages.ts';

export async function handleWatchPayoutAges(context: AppContext): Promise<void> {
  await watchPayoutAges(context);
}
