import type { AppContext } from '../../../context.ts';
import { deleteOldSessions } from '../store.ts';

/** A page may come back for a day, and a complaint some days later. */
const keptMs = 7 * 24 * 60 * 60_000;

export async function handleForgetSessions({ db, clock }: AppContext): Promise<void> {
  await deleteOldSessions(db, new Date(clock.now().getTime() - keptMs));
}
