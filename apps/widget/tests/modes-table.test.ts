import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { type GuardFacts, decide } from '../src/app/guards/decide.ts';
import { modeRow, modes, type Mode } from '../src/app/modes.ts';
import { makeTarget } from '../src/app/router/target.ts';
import { routes, type RouteName } from '../src/app/routes.ts';
import { isStepAllowed } from '../src/app/stepper/create-stage.ts';
import { steps } from '../src/app/stepper/steps.ts';

const page = readFileSync(new URL('../../../docs/modes.md', import.meta.url), 'utf8');
const modeNames = Object.keys(modes).filter((name): name is Mode => name in modes);

/** The cells of the table under a heading: row, mode, content. */
function cells(heading: string): [row: string, mode: Mode, cell: string][] {
  const [head = '', , ...rows] = (page.split(`## ${heading}\n`)[1] ?? '').split('\n## ')[0]?.match(/^\|.*$/gm) ?? [];
  const split = (line: string) =>
    line
      .slice(1, -1)
      .split('|')
      .map((cell) => cell.trim().replaceAll('`', ''));
  const columns = split(head).slice(1);
  return rows.flatMap((line) => {
    const [row = '', ...values] = split(line);
    return modeNames.map((mode) => [row, mode, values[columns.indexOf(mode)] ?? ''] as [string, Mode, string]);
  });
}

function reach(name: RouteName, mode: Mode): string {
  const from = makeTarget(name === 'faq' ? 'language' : 'faq');
  const become = (part: Partial<GuardFacts>) => {
    const decision = decide(makeTarget(name), from, {
      isAuthorized: false,
      isMerchant: modeRow(mode).isMerchant,
      isAgreementRequired: false,
      mode,
      host: { isRoutingOff: false },
      // Where the wallet is on it takes the place of the balance's own page.
      isFlagOn: (flag) => name !== 'balance' || flag !== 'home_page',
      isMet: () => true,
      ...part,
    });
    return decision.do === 'go' ? decision.name : decision.do;
  };
  const reported = [
    become({}),
    become({ isAuthorized: true }),
    become({ isAuthorized: true, isAgreementRequired: true }),
  ].join(' ');
  return known[reported] ?? reported;
}

/** A visitor, a client, and a client for whom an agreement waits. */
const known: Readonly<Record<string, string>> = {
  'allow allow company-changes': 'all',
  'auth allow company-changes': 'clients',
  'allow stay company-changes': 'visitors',
  'back back allow': 'when asked',
  'allow allow allow': 'all',
  'stay stay stay': '–',
  'back back back': '–',
  // The agreement is required before a mode refuses a route.
  'stay stay company-changes': '–',
};

describe('2.2-08, 1-37, 1-39 which routes a mode reaches', () => {
  const table = cells('Routes');
  test('every route and every mode has its cell', () => {
    expect(table).toHaveLength(routes.length * modeNames.length);
    expect(new Set(table.map(([row]) => row))).toEqual(new Set(routes.map(({ name }) => name)));
  });
  test.each(table)('%s in %s: %s', (row, mode, cell) => {
    const route = routes.find(({ name }) => name === row);
    expect(route && reach(route.name, mode)).toBe(cell);
  });
});

describe('1-38, 4.2-05 which steps a mode has', () => {
  const table = cells('Steps');
  test('every step and every mode has its cell', () => expect(table).toHaveLength(steps.length * modeNames.length));
  test.each(table)('%s in %s: %s', (row, mode, cell) => {
    const step = steps.find((name) => name === row);
    if (!step) throw new Error(`No step ${row}`);
    const isFirst = modeRow(mode).first === step;
    expect(isStepAllowed(step, mode) ? (isFirst ? 'first' : 'yes') : '–').toBe(cell);
  });
});

describe('1-34 to 1-36 what a mode hides', () => {
  const table = cells('Parts');
  test('every part and every mode has its cell', () => expect(table).toHaveLength(4 * modeNames.length));
  test.each(table)('%s in %s: %s', (row, mode, cell) => {
    const { hideHeader, hideFooter, hideOrderButtons, isMerchant } = modeRow(mode);
    const word = (isHidden: boolean) => (isHidden ? 'hidden' : 'shown');
    const expected: Readonly<Record<string, string>> = {
      header: word(hideHeader),
      footer: word(hideFooter),
      'order-status buttons': word(hideOrderButtons),
      'menu and support': isMerchant ? 'of a shop' : hideHeader ? 'hidden' : 'whole',
    };
    expect(expected[row]).toBe(cell);
  });
});
