import { describe, expect, test } from 'vitest';
import { cleanCode } from './code-input-rules.ts';

describe('5-01 a confirmation code is trimmed and cut to 6 characters', () => {
  test.each([
    [' 1234567 ', '123456'],
    ['407 218', '407218'],
    ['407-218', '407218'],
    ['407\n218\n', '407218'],
    ['12', '12'],
  ])('%j becomes %j', (text, code) => {
    expect(cleanCode(text)).toBe(code);
  });
});
