import type { AppContext } from '../../context.ts';
import type { Executor } from '../../database/db.ts';
import type { AlarmKind } from './raise-alarm.ts';

/** Clears an alarm whose cause is gone; of several kinds and subjects at once where all their causes are gone. */
export async function clearAlarm(
  context: Pick<AppContext, 'clock'>,
  executor: Executor,
  kind: AlarmKind | readonly AlarmKind[],
  subject: string | readonly string[],
): Promise<void> {
  const kinds = typeof kind === 'string' ? [kind] : kind;
  const subjects = typeof subject === 'string' ? [subject] : subject;
  if (subjects.length === 0) return;
  await executor
    .updateTable('alarms')
    .set({ clearedAt: context.clock.now() })
    .where('kind', 'in', kinds)
    .where('subject', 'in', subjects)
    .where('clearedAt', 'is', null)
    .execute();
}
