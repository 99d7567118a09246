import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { isIban } from '../bank/iban.ts';
import { modes } from '../pages/bank-section.ts';
import { testCards } from './cards.ts';
import { refusedTan, sofortBanks } from './pages/sofort-view.ts';

const page = readFileSync(new URL('../../../../docs/test-data.md', import.meta.url), 'utf8');

/** The rows of the table below a heading, without its own head. */
function rowsOf(head: string): string[][] {
  const [, table = ''] = page.split(`| ${head} |`);
  const [body = ''] = table.split('\n\n');
  return [...body.matchAll(/^\| ([^|]+) \| (.+) \|$/gm)].map(([, first = '', second = '']) => [first, second]);
}

test('the manual’s page of test data lists exactly the cards that the sandbox knows', () => {
  const rows = rowsOf('Number').map(([number = '', label]) => [number.replaceAll(/[` ]/g, ''), label]);
  expect(rows).toEqual(testCards.map(({ number, label }) => [number, label]));
});

test('and its banks of instant payments, with the TAN that is refused', () => {
  expect(rowsOf('Bank')).toEqual(sofortBanks.map(({ name, hint }) => [name, hint]));
  expect(page).toContain(`\`${refusedTan}\`, which is refused`);
});

test('and what becomes of pay-outs to an IBAN', () => {
  expect(rowsOf('Pay-outs')).toEqual(Object.entries(modes).map(([name, text]) => [`\`${name}\``, text]));
  const ibans = [...page.matchAll(/`([A-Z]{2}\d{2}[A-Z\d]{11,30})`/g)].map(([, iban = '']) => iban);
  expect(ibans.length).toBeGreaterThan(0);
  for (const iban of ibans) expect(isIban(iban)).toBe(true);
});
