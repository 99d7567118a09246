import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { type ChainName, chainNames } from './config/config-chains.ts';
import { deadJob } from './jobs/define-job.ts';
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

/** What finds payments to clients' addresses, and what comes to the hot wallet. */
const searches: Readonly<Record<ChainName, readonly string[]>> = {
  bitcoin: ['scan-bitcoin-deposits', 'scan-wallet'],
  ethereum: ['scan-ethereum-deposits', 'collect-deposits'],
};

test.each(chainNames)('jobs search the chain %s, where it is offered', (chain) => {
  const ofChain = allJobs.filter(({ definition }) => definition.provider === chain);
  expect(ofChain.map(({ definition }) => definition.name)).toEqual(expect.arrayContaining([...searches[chain]]));
});
