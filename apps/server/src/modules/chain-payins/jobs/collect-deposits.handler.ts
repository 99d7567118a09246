import type { AppContext } from '../../../context.ts';
import { collectDeposits } from '../collect-deposits.ts';

export async function handleCollectDeposits(context: AppContext): Promise<void> {
  await collectDeposits(context);
}
