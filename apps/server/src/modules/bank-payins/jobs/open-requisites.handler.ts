import type { AppContext } from '../../../context.ts';
import { openRequisites } from '../open-requisites.ts';

export async function handleOpenRequisites(context: AppContext, { orderId }: { orderId: string }): Promise<void> {
  await openRequisites(context, orderId);
}
