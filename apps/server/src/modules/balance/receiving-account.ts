import type { AppContext } from '../../context.ts';
import type { Executor } from '../../database/db.ts';
import { paths } from '../../ledger/paths.ts';
import { raiseAlarm } from '../alarms/raise-alarm.ts';

/** Where money for a client is booked. */
export interface ReceivingAccount {
  path: string;
  /** Nobody reads letters there. */
  isClosed: boolean;
}

/**
 * The account that takes a client's money, whoever it comes from: its balance, or where its account is closed a place of
 * its own, and an alarm. The client's row is held, so that nobody closes the account meanwhile.
 *
 * @param subject what the money belongs to, for the alarm: an order's public id or a partner's key
 */
export async function receivingAccount(
  context: Pick<AppContext, 'clock' | 'random' | 'log'>,
  trx: Executor,
  client: { niceId: string },
  subject: string,
): Promise<ReceivingAccount> {
  const { niceId } = client;
  const { deletedAt } = await trx
    .selectFrom('clients')
    .select('deletedAt')
    .where('niceId', '=', niceId)
    .forKeyShare()
    .executeTakeFirstOrThrow();
  if (deletedAt === null) return { path: paths.client(niceId), isClosed: false };
  await raiseAlarm(context, trx, { kind: 'client_closed', subject, details: { client: niceId } });
  return { path: paths.unplaced(niceId), isClosed: true };
}
