import { setTimeout as sleep } from 'node:timers/promises';

/** Waits for work, but not longer than the budget; work that is late or fails goes on by its job. */
export async function withinBudget(work: Promise<void>, milliseconds: number): Promise<void> {
  const done = work.catch(() => {});
  const late = new AbortController();
  await Promise.race([done, sleep(milliseconds, undefined, { signal: late.signal }).catch(() => {})]);
  late.abort();
}
