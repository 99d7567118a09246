import { describe, expect, test } from 'vitest';
import { compareAppVersions, parseAppVersion } from './app-version.ts';

describe('3-65 the app version', () => {
  test.each([
    ['1.10.0', { version: '1.10.0', build: 0 }],
    ['1.1.1 (67)', { version: '1.1.1', build: 67 }],
    [' 2.0+8 ', { version: '2.0', build: 8 }],
    ['7', { version: '7', build: 0 }],
    ['', undefined],
    ['1.1.1-beta', undefined],
    ['1..1', undefined],
    ['1.2.3.4.5', undefined],
    ['1.1.1 (67', undefined],
  ])('%j', (text, version) => expect(parseAppVersion(text)).toEqual(version));
});

describe('3-66 versions are compared part by part', () => {
  test.each([
    ['1.10.0', '1.9.9', 1],
    ['1.9.9', '1.10.0', -1],
    ['2', '1.99.99', 1],
    ['1.1', '1.1.0', 0],
    ['1.1.1 (67)', '1.1.1 (66)', 1],
    ['1.1.1 (66)', '1.1.1 (67)', -1],
    ['1.1.1 (67)', '1.1.1 (67)', 0],
    ['1.1.1 (99)', '1.1.2 (1)', -1],
  ])('%s beside %s', (left, right, sign) => {
    const [a, b] = [parseAppVersion(left), parseAppVersion(right)];
    expect(a && b && Math.sign(compareAppVersions(a, b))).toBe(sign);
  });
});
