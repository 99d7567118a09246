import { describe, expect, test } from 'vitest';
import { isSameHolder } from './credit-transfers.ts';
import { matchTransfer, readReference } from './record-transfer.ts';

const order = 'CW7Q2M9V4T8K1N5X3B';

describe('references', () => {
  test.each([
    order,
    'cw7q2m9v4t8k1n5x3b',
    'CW7Q 2M9V 4T8K 1N5X 3B',
    ' CW7Q2M-9V4T8K-1N5X3B ',
    'Order no. CW7Q2M9V4T8K1N5X3B, thank you',
    'RF/CW7Q2M9V4T8KIN5X3B',
    'CWCW7Q2M9V4T8K1N5X3B',
  ])('%j names the order', (text) => expect(readReference(text)).toContain(order));

  test.each(['', 'rent for may', '7Q2M9V4T8K1N5X3B', 'CW7Q2M9V4T8K1N5X', '\u0000'])('%j names none', (text) =>
    expect(readReference(text)).toEqual([]),
  );
});

describe('the order of a transfer', () => {
  test.each([
    ['the reference', [order], undefined, order],
    ['the account number', [], 'b', 'b'],
    ['both alike', ['a'], 'a', 'a'],
    ['no owner: they name two', ['a'], 'b', undefined],
    ['no owner: two references', ['a', 'b'], 'a', undefined],
    ['no owner', [], undefined, undefined],
  ])('%s', (_name, byReference, byIban, owner) => expect(matchTransfer({ byReference, byIban })).toBe(owner));
});

describe('the holder of the sender’s account', () => {
  const ada = { firstName: 'Ada', lastName: 'Lovelace' };
  test.each(['Ada Lovelace', 'LOVELACE ADA', 'Lovelace, A.', 'Mrs Ada King-Lovelace', 'ÁDA LOVELACÉ'])(
    '%s can be Ada Lovelace',
    (name) => expect(isSameHolder(name, ada)).toBe(true),
  );
  test.each(['Charles Babbage', 'Ada', 'Lovelace', 'Byron Lovelace', 'Ada Lovelaces', ''])(
    '%j is somebody else',
    (name) => expect(isSameHolder(name, ada)).toBe(false),
  );
  test.each([
    { firstName: '', lastName: '' },
    { firstName: 'Ada', lastName: '' },
    { firstName: 'Леся', lastName: 'Українка' },
  ])('a name that is unknown or cannot be compared stops no client: %j', (client) =>
    expect(isSameHolder('Charles Babbage', client)).toBe(true),
  );
  test('every part of a double name must be there', () => {
    const client = { firstName: 'Hans Peter', lastName: 'Groß Müller' };
    expect(isSameHolder('MUELLER HANS', client)).toBe(false);
    for (const name of ['GROSS MUELLER HANS', 'Hans Groß Müller', 'GROSS MULLER H'])
      expect(isSameHolder(name, client), name).toBe(true);
  });
});
