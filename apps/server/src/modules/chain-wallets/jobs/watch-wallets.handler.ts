import type { AppContext } from '../../../context.ts';
import { watchWallets } from '../watch-wallets.ts';

export async function handleWatchWallets(context: AppContext): Promise<void> {
  await watchWallets(context);
}
