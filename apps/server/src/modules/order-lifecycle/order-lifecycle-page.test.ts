import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { allJobs } from '../../worker.ts';
import { writeTransitionTable } from './fixtures/write-transition-table.ts';

const anOrder = { orderId: '00000000-0000-4000-8000-000000000000' };
const page = readFileSync(new URL('../../../../../docs/order-lifecycle.md', import.meta.url), 'utf8');

describe('docs/order-lifecycle.md', () => {
  test('has the transition table of the domain', () => {
    const [, table] = /<!-- transitions -->\n([\s\S]*?)\n<!-- \/transitions -->/.exec(page) ?? [];
    expect(table?.trim()).toBe(writeTransitionTable());
  });

  const orderJobs = allJobs
    .map(({ definition }) => definition)
    .filter(({ payload }) => !payload.safeParse({}).success && payload.safeParse(anOrder).success);

  test.each(orderJobs.map(({ name }) => name))('names the job %s', (name) => {
    expect(page).toContain(`\`${name}\``);
  });
});
