import { describe, expect, test } from 'vitest';
import { clientLevels, isLevelAtLeast, isVerificationNeeded } from './client-level.ts';

test('4.8-11 levels rise in the order of the list', () => {
  expect(isLevelAtLeast('identity', 'basic')).toBe(true);
  expect(isLevelAtLeast('basic', 'identity')).toBe(false);
  expect(isLevelAtLeast('basic', 'basic')).toBe(true);
});

describe('4.9 verification gating', () => {
  test.each(clientLevels.map((level) => [level, level === 'unverified'] as const))(
    '4.9-13 %s with light verification needs more: %s',
    (level, needed) => {
      expect(isVerificationNeeded(level, true)).toBe(needed);
    },
  );
  test.each([
    ['unverified', true],
    ['email_phone', true],
    ['basic', true],
    ['identity', false],
    ['address', false],
    ['bank_statement', false],
  ] as const)('4.9-14, A-007 %s without it needs more: %s', (level, needed) => {
    expect(isVerificationNeeded(level, false)).toBe(needed);
  });
});
