import { describe, expect, test } from 'vitest';
import { ledgerEffects, outsideEffects, type Met } from './effects.ts';
import { readLedgerEffects, readOutsideEffects } from './read-effects.ts';
import { flows } from './flows.ts';

const names = flows.map(({ name }) => name);
const effectsOf = (table: Readonly<Record<string, Met>>) =>
  Object.values(table).flatMap((met) => ('flow' in met ? [met.flow] : []));

describe('every effect in the code is covered by a route of the campaign, or has a reason why not', () => {
  test('at providers', () => {
    expect(readOutsideEffects()).toEqual(Object.keys(outsideEffects).toSorted());
    expect(names).toEqual(expect.arrayContaining(effectsOf(outsideEffects)));
  });

  test('in the ledger, by a route whose orders end with such an entry', () => {
    expect(readLedgerEffects()).toEqual(Object.keys(ledgerEffects).toSorted());
    for (const [kind, met] of Object.entries(ledgerEffects)) {
      if (!('flow' in met)) continue;
      const flow = flows.find(({ name }) => name === met.flow);
      expect(flow?.entries, kind).toContain(kind);
    }
  });
});
