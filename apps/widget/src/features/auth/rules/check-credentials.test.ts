import { describe, expect, test } from 'vitest';
import { mayRepeat } from './check-credentials.ts';

describe('4.12-02 an unanswered sign-in is repeated', () => {
  test.each([
    ['with a password alone', undefined, true],
    ['before the code is typed', '', true],
    ['but not with a code, which counts once', '123456', false],
  ])('%s', (_name, code, may) => {
    expect(mayRepeat({ code })).toBe(may);
  });
});
