import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { writeMonthFile } from './month-file.ts';

test('law 9, a month is on the disk before it leaves the database: its bytes, and its name in the folder', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'causeway-month-'));
  const opened = await open(folder);
  const sync = vi.spyOn(Object.getPrototypeOf(opened), 'sync');
  try {
    await writeMonthFile(join(folder, 'month.gz'), '2024-01', (async function* none() {})());
    expect(sync).toHaveBeenCalledTimes(1);
  } finally {
    sync.mockRestore();
    await opened.close();
    await rm(folder, { recursive: true });
  }
});
