import type { AppContext } from '../../context.ts';
import type { Executor } from '../../database/db.ts';
import type { AlarmKind } from './raise-alarm.ts';

/** Clears an alarm whose cause is gone. */
export async function clearAlarm(
  context: Pick<AppContext, 'clock'>,
  executor: Executor,
  kind: AlarmKind,
  subject: string,
): Promise<void> {
  await executor
    .updateTable('alarms')
    .set({ clearedAt: context.clock.now() })
    .where('kind', '=', kind)
    .where('subject', '=', subject)
    .where('clearedAt', 'is', null)
    .execute();
}
