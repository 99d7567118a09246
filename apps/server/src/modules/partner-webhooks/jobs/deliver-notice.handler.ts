import type { z } from 'zod';
import type { AppContext } from '../../../context.ts';
import type { deliverNoticeJob } from '../../partners/jobs/deliver-notice.ts';
import { deliverNotice } from '../deliver-notice.ts';

export async function handleDeliverNotice(
  context: AppContext,
  { deliveryId }: z.output<typeof deliverNoticeJob.payload>,
): Promise<void> {
  await deliverNotice(context, deliveryId);
}
