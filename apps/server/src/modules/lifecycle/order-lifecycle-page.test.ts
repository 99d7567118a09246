import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { allJobs } from '../../worker.ts';
import { orderJobs } from '../orders/next-jobs.ts';
import { writeTransitionTable } from './fixtures/write-transition-table.ts';

const page = readFileSync(new URL('../../../../../docs/order-lifecycle.md', import.meta.url), 'utf8');

describe('docs/order-lifecycle.md', () => {
  test('has the transition table of the domain', () => {
    const [, table] = /<!-- transitions -->\n([\s\S]*?)\n<!-- \/transitions -->/.exec(page) ?? [];
    expect(table?.trim()).toBe(writeTransitionTable());
  });

  test.each(orderJobs.map((job) => job.name))('tells of the job %s', (name) => {
    expect(page).toContain(`\`${name}\``);
    expect(allJobs.map((job) => job.definition.name)).toContain(name);
  });
});
