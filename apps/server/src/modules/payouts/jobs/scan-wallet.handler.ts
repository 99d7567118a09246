import type { AppContext } from '../../../context.ts';
import { scanWallet } from '../scan-wallet.ts';

export async function handleScanWallet(context: AppContext): Promise<void> {
  await scanWallet(context);
}
