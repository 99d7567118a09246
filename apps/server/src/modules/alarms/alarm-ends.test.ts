import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { alarmEnds } from './raise-alarm.ts';

const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8');
const modules = readdirSync(new URL('../', import.meta.url), { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts') && !/\.test\.ts$|fixtures/.test(path) && !path.endsWith('raise-alarm.ts'))
  .map((path) => read(`../${path}`));
const rows = new Map(
  [...read('../../../../../docs/operating.md').matchAll(/^\| `([a-z_]+)` \|.*\| (by itself|`clear-alarm`) \|$/gm)].map(
    ([, kind = '', end]) => [kind, end],
  ),
);

test('the operator reads of every alarm what it means, what to do, and what ends it', () => {
  const ends = Object.entries(alarmEnds).map(([kind, end]) => [kind, end === 'person' ? '`clear-alarm`' : 'by itself']);
  expect(Object.fromEntries(rows)).toEqual(Object.fromEntries(ends));
});

const byCause = Object.entries(alarmEnds).flatMap(([kind, end]) => (end === 'cause' ? [kind] : []));

test.each(byCause)('%s ends with its cause: what raises it, or a neighbour of it, clears it too', (kind) => {
  const naming = modules.filter((text) => text.includes(`'${kind}'`));
  expect(naming.some((text) => /clearAlarm\(|setAlarms\(/.test(text))).toBe(true);
});
