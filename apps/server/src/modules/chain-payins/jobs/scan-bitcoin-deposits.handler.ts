import type { AppContext } from '../../../context.ts';
import { bitcoinDeposits } from '../bitcoin-deposits.ts';
import { scanDeposits } from '../scan-deposits.ts';

export async function handleScanBitcoinDeposits(context: AppContext): Promise<void> {
  await scanDeposits(context, bitcoinDeposits);
}
