import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { chainNames } from './config/config-chains.ts';
import { deadJob } from './jobs/dead-job.ts';
import { allJobs } from './worker.ts';

const files = globSync('**/*.ts', { cwd: import.meta.dirname }).filter((path) => !/\.test\.ts$|fixtures\//.test(path));
const defined = files.flatMap((path) =>
  [...readFileSync(`${import.meta.dirname}/${path}`, 'utf8').matchAll(/defineJob\(\{\s*name: '([\w-]+)'/g)].map(
    ([, name = '']) => name,
  ),
);

test('jobs are defined in files', () => expect(defined.length).toBeGreaterThan(40));

test.each(defined.filter((name) => name !== deadJob.name))('the job %s is bound in the worker', (name) =>
  expect(allJobs.map(({ definition }) => definition.name)).toContain(name),
);

test.each(chainNames)('a job searches the chain %s for payments', (chain) =>
  expect(allJobs.map(({ definition }) => definition.name)).toContain(`scan-${chain}-deposits`),
);
