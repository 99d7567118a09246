import type { AppContext } from '../../context.ts';
import { Refusal } from '../../errors.ts';
import { clearAlarm, raiseAlarm } from './raise-alarm.ts';

/** What clients' files pass through on the outside. */
type Outside = 'document_store_away' | 'key_service_away' | 'scanner_away';

const retryAfterSeconds = 10;

/**
 * Work with the outside that a file cannot do without. While it fails, the client is asked to come again and an
 * alarm is open.
 *
 * @throws Refusal TRY_LATER
 */
export async function alarmWhileAway<Result>(
  context: Pick<AppContext, 'clock' | 'db' | 'log' | 'random'>,
  kind: Outside,
  work: () => Promise<Result>,
): Promise<Result> {
  const result = await work().catch(async (error: unknown) => {
    const details = { reason: error instanceof Error ? error.message : String(error) };
    await raiseAlarm(context, context.db, { kind, subject: 'documents', details });
    throw new Refusal({ code: 'TRY_LATER', field: 'file' }, { cause: error, retryAfterSeconds });
  });
  await clearAlarm(context, context.db, kind, 'documents');
  return result;
}
