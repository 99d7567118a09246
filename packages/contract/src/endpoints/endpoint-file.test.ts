import { readFileSync, readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { allCalls } from '../calls/all-calls.ts';
import { getLocaleKeys } from '../calls/get-locale-keys.ts';
import { flag } from '../fields/fields.ts';
import { endpointFile, isCallOfPages } from './endpoint-file.ts';
import { flagFile, sdkFlags, statusFile } from './flag-file.ts';

const expected = allCalls.filter(isCallOfPages).map(endpointFile);
const folder = new URL('.', import.meta.url);

describe('the endpoints of pages are those of the contract; `npm run endpoints` regenerates them', () => {
  test.each(expected.map(({ file, text }) => [file, text] as const))('%s', (file, text) => {
    expect(readFileSync(new URL(file, folder), 'utf8')).toBe(text);
  });
  test('P10 the statuses of an order in messages and webhooks are those of the domain', () => {
    expect(readFileSync(statusFile.url, 'utf8')).toBe(statusFile.text);
  });
  test('P5 the SDK and its manual name the flags of the contract', () => {
    expect(readFileSync(flagFile.url, 'utf8')).toBe(flagFile.text);
    const manual = readFileSync(new URL('../../../../docs/embedding.md', import.meta.url), 'utf8');
    const [, row = ''] = /^\| `flags` \| ([^|]+) \|/m.exec(manual) ?? [];
    expect(row.split(', ')).toEqual(sdkFlags.map((name) => `\`${name}\``));
  });
  test('every generated file has its call', () => {
    const generated = readdirSync(folder).filter((name) => name.endsWith('.generated.ts'));
    expect(generated.toSorted()).toEqual(expected.map(({ file }) => file).toSorted());
  });
  test('a key that may be missing is not demanded', () => {
    const createOrder = expected.find(({ file }) => file === 'create-order.generated.ts');
    expect(createOrder?.text).toContain("'order'");
    expect(createOrder?.text).not.toContain("'calculation'");
  });
  test('an answer that keeps the names of the wire has no key which the wire names otherwise', () => {
    const kept = expected.filter(({ text }) => text.includes('isData: true'));
    expect(kept.map(({ file }) => file)).toEqual(['get-locale-keys.generated.ts']);
    const answer = z.object({ isFound: flag, data: z.record(z.string(), z.string()) });
    expect(() => endpointFile({ ...getLocaleKeys, answer })).toThrow('isFound');
  });
});
