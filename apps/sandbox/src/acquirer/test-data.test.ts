import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { testCards } from './cards.ts';

test('the manual’s page of test data lists exactly the cards that the sandbox knows', () => {
  const page = readFileSync(new URL('../../../../docs/test-data.md', import.meta.url), 'utf8');
  const rows = [...page.matchAll(/^\| `([\d ]{16,})` \| (.+) \|$/gm)].map(([, number = '', label]) => [
    number.replaceAll(' ', ''),
    label,
  ]);
  expect(rows).toEqual(testCards.map(({ number, label }) => [number, label]));
});
