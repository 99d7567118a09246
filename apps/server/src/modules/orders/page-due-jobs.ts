import type { Executor } from '../../database/db.ts';
import type { DueJob, DueSource } from '../lifecycle/due-source.ts';

const size = 500;
const beforeAll = '00000000-0000-0000-0000-000000000000';

/** All that a source names, page by page, for orders made before a moment. */
export async function* pageDueJobs(executor: Executor, source: DueSource, before: Date): AsyncGenerator<DueJob[]> {
  for (let after = beforeAll; ;) {
    const page = await source(executor, before, { after, size });
    const last = page.at(-1);
    if (last === undefined) return;
    yield page;
    after = last.orderId;
  }
}
