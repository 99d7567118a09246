import type { AppContext } from '../../../context.ts';
import { collectTransfers } from '../collect-transfers.ts';

export async function handleCollectTransfers(context: AppContext): Promise<void> {
  await collectTransfers(context);
}
