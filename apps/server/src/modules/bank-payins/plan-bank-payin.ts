import type { AppContext } from '../../context.ts';
import type { Executor } from '../../database/db.ts';
import type { OrderRow } from '../lifecycle/store.ts';
import { openRequisitesJob } from './jobs/open-requisites.ts';

/** The call that made the order tries first. */
const openPauseMs = 3000;

/** Notes in the caller's transaction that an order is to be paid by transfer, and queues the work. */
export async function planBankPayin(context: AppContext, trx: Executor, { orderId }: OrderRow): Promise<void> {
  const createdAt = context.clock.now();
  await trx.insertInto('bankRequisites').values({ orderId, bank: context.providers.bank.name, createdAt }).execute();
  const startAfter = new Date(createdAt.getTime() + openPauseMs);
  await context.jobs.enqueue(trx, openRequisitesJob, { orderId }, { startAfter, singletonKey: orderId });
}
