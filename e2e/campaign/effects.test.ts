import { describe, expect, test } from 'vitest';
import { ledgerEffects, outsideEffects, type Met } from './effects.ts';
import { readLedgerEffects, readOutsideEffects } from './read-effects.ts';
import { ways } from './ways.ts';

const names = ways.map(({ name }) => name);
const waysOf = (table: Readonly<Record<string, Met>>) =>
  Object.values(table).flatMap((met) => ('way' in met ? [met.way] : []));

describe('every effect in the code is covered by a route of the campaign, or has a reason why not', () => {
  test('at providers', () => {
    expect(readOutsideEffects()).toEqual(Object.keys(outsideEffects).toSorted());
    expect(names).toEqual(expect.arrayContaining(waysOf(outsideEffects)));
  });

  test('in the ledger, by a route whose orders end with such an entry', () => {
    expect(readLedgerEffects()).toEqual(Object.keys(ledgerEffects).toSorted());
    for (const [kind, met] of Object.entries(ledgerEffects)) {
      if (!('way' in met)) continue;
      const way = ways.find(({ name }) => name === met.way);
      expect(way?.entries, kind).toContain(kind);
    }
  });
});
