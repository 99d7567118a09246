import type { AppContext } from '../../../context.ts';
import { raiseAlarm } from '../raise-alarm.ts';

/** A job that was given up is an alarm; the sweeper or an operator goes on from there. */
export async function handleDeadJob(
  context: AppContext,
  { name, key, reason }: { name: string; key: string; reason: string },
): Promise<void> {
  await raiseAlarm(context, context.db, { kind: 'job_dead', subject: `${name} ${key}`, details: { reason } });
}
