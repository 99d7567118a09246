import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const read = (path: string) => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8');

test.each(['sdk', 'bridge'])('the package %s carries the licence under which it is given away', (name) => {
  expect(read(`packages/${name}/LICENSE`)).toBe(read('LICENSE'));
  expect(read(`packages/${name}/package.json`)).toContain('"license": "Apache-2.0"');
});
