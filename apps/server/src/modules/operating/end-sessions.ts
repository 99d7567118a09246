import type { AppContext } from '../../context.ts';
import { endEverySession, endSessions } from '../sessions/end-sessions.ts';
import { OperatorFault, recordAction } from '../operators/record-action.ts';

const reason = 'ended by operator';

/**
 * Ends every session of one client with the next request, and the tokens with which devices sign in by themselves.
 *
 * @param client number or e-mail
 * @returns how many sessions were ended
 * @throws OperatorFault
 */
export async function endClientSessions(
  context: AppContext,
  { client, operator }: { client: string; operator: string },
): Promise<number> {
  return context.db.transaction().execute(async (trx) => {
    const row = await trx
      .selectFrom('clients')
      .select(['clientId', 'niceId'])
      .where((where) => where.or([where('niceId', '=', client), where('email', '=', client.toLowerCase())]))
      .executeTakeFirst();
    if (row === undefined) throw new OperatorFault(`There is no client ${client}.`);
    const count = await endSessions(trx, { clientId: row.clientId, reason, now: context.clock.now() });
    const details = { count: String(count) };
    await recordAction(context, trx, { operator, action: 'sessions_ended', subject: row.niceId, details });
    return count;
  });
}

/** The same for all clients: after a leaked secret, or a fault in signing in. @returns how many sessions were ended */
export async function endAllSessions(context: AppContext, { operator }: { operator: string }): Promise<number> {
  return context.db.transaction().execute(async (trx) => {
    const count = await endEverySession(trx, reason, context.clock.now());
    const details = { count: String(count) };
    await recordAction(context, trx, { operator, action: 'all_sessions_ended', subject: 'all', details });
    return count;
  });
}
