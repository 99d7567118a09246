import type { AppContext } from '../../context.ts';
import type { Executor } from '../../database/db.ts';

/** What an order used up that ended without money can be used again, in the caller's transaction. */
export async function giveBackBenefits(
  { clock }: Pick<AppContext, 'clock'>,
  trx: Executor,
  orderId: string,
): Promise<void> {
  await trx
    .updateTable('couponUses')
    .set({ givenBackAt: clock.now() })
    .where('orderId', '=', orderId)
    .where('givenBackAt', 'is', null)
    .execute();
  await trx.updateTable('serviceGrants').set({ orderId: null }).where('orderId', '=', orderId).execute();
}
