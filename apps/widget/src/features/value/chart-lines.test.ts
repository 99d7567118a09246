import { describe, expect, test } from 'vitest';
import { linesOf } from './chart-lines.ts';

const box = { width: 100, height: 10 };
const lines = (...values: string[]) =>
  linesOf(
    values.map((value) => ({ value })),
    box,
  ).map(({ line }) => line);

describe('C-88 the line of a balance’s value', () => {
  test.each([
    ['from zero to the highest', ['0.00', '5.00', '10.00'], ['M0,10L50,5L100,0']],
    ['nothing at all lies on the ground', ['0.00', '0.00'], ['M0,10L100,10']],
    ['a gap parts it', ['10.00', '10.00', '', '10.00', '5.00'], ['M0,0L25,0', 'M75,0L100,5']],
    ['one day alone is a dot', ['', '10.00', ''], ['M50,0L52,0']],
    ['the only day is a whole line', ['10.00'], ['M0,0L100,0']],
    ['nothing known is no line', ['', ''], []],
  ])('%s', (_name, values, drawn) => expect(lines(...values)).toEqual(drawn));

  test('the area below it ends at the ground', () => {
    expect(linesOf([{ value: '1' }, { value: '2' }], box)[0]?.area).toBe('M0,5L100,0L100,10L0,10Z');
  });
});
