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

/**
 * Work that a full disk keeps from coming as far as the store of files: its alarm is open while that lasts.
 *
 * @param findFault what the disk said, of a failure that is the disk's
 */
export async function alarmWhileFull<Result>(
  context: Pick<AppContext, 'clock' | 'db' | 'log' | 'random'>,
  findFault: (error: unknown) => Error | undefined,
  work: () => Promise<Result>,
): Promise<Result> {
  const [kind, subject] = ['document_store_away', 'incoming'] as const;
  const result = await work().catch(async (error: unknown) => {
    const fault = findFault(error);
    if (fault !== undefined)
      await raiseAlarm(context, context.db, { kind, subject, details: { reason: fault.message } });
    throw error;
  });
  await clearAlarm(context, context.db, kind, subject);
  return result;
}
