import type { AppContext } from '../../../context.ts';
import { ethereumDeposits } from '../ethereum-deposits.ts';
import { scanDeposits } from '../scan-deposits.ts';

export async function handleScanEthereumDeposits(context: AppContext): Promise<void> {
  await scanDeposits(context, ethereumDeposits);
}
