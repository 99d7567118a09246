import { describe, expect, test } from 'vitest';
import { mayRepeat } from './may-repeat.ts';

describe('4.12-02 a sign-in that nobody answered is asked for again', () => {
  test.each([
    ['with a password alone', undefined, true],
    ['before the code is typed', '', true],
    ['but not with a code, which counts once', '123456', false],
  ])('%s', (_name, code, may) => {
    expect(mayRepeat({ code })).toBe(may);
  });
});
