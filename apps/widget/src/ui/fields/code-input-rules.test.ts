import { describe, expect, test } from 'vitest';
import { cleanCode, nextCode } from './code-input-rules.ts';

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

describe('what is typed after a wrong code', () => {
  test.each([
    ['000000', '0000004', true, '4'],
    ['000000', '000000407218', true, '407218'],
    ['000000', '000000407 218', true, '407218'],
    ['000000', '00000', true, '00000'],
    ['000000', '407218', true, '407218'],
    ['00000', '000004', true, '000004'],
    ['407218', '4072181', false, '407218'],
  ])('behind %j, %j with a wrong code: %j, the boxes hold %j', (old, text, isWrong, code) => {
    expect(nextCode(old, text, isWrong)).toBe(code);
  });
});
