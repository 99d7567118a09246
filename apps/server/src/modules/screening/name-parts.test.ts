import { describe, expect, test } from 'vitest';
import { isSameName, nameParts } from './name-parts.ts';

describe('names are compared by their parts', () => {
  test('without case, accents, signs and order', () => {
    expect(nameParts('  Lovelace, ÁDA-Byron ')).toEqual(['ada', 'byron', 'lovelace']);
    expect(nameParts('Олена  Шевченко')).toEqual(['олена', 'шевченко']);
  });

  test.each([
    ['Ada Lovelace', 'LOVELACE Ada', true],
    ['Ada Lovelace', 'Ada Augusta Lovelace', true],
    ['José Núñez', 'Jose Nunez', true],
    ['Ada Lovelace', 'Ada Byron', false],
    ['Ada Lovelace', 'Ada', false],
    ['Ada Lovelace', '', true],
  ])('%s and %s', (one, other, isSame) => {
    expect(isSameName(one, other)).toBe(isSame);
    expect(isSameName(other, one)).toBe(isSame);
  });
});
