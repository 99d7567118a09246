import { describe, expect, test } from 'vitest';
import { type RefreshState, type RefreshVerdict, judgeRefresh } from './tokens.ts';
import { readTokenKind } from './access-token.ts';

const now = new Date('2026-01-15T12:00:00Z');
const ago = (ms: number) => new Date(now.getTime() - ms);
const fresh: RefreshState = {
  usedAt: null,
  expiresAt: ago(-1),
  sessionEndedAt: null,
  sessionExpiresAt: ago(-1),
  isSameDevice: true,
  isSuccessorUsed: false,
};

describe('7-53 what a refresh token comes to', () => {
  const table: [string, Partial<RefreshState>, RefreshVerdict][] = [
    ['unused', {}, 'rotate'],
    ['expired this moment', { expiresAt: now }, 'over'],
    ['session expired this moment', { sessionExpiresAt: now }, 'over'],
    ['session ended', { sessionEndedAt: ago(1) }, 'over'],
    ['session ended, token used', { sessionEndedAt: ago(1), usedAt: ago(1) }, 'over'],
    ['used just now', { usedAt: now }, 'repeat'],
    ['used ten seconds ago', { usedAt: ago(10_000) }, 'repeat'],
    ['used longer ago', { usedAt: ago(10_001) }, 'stolen'],
    ['used just now by another device', { usedAt: now, isSameDevice: false }, 'stolen'],
    ['used just now, its successor too', { usedAt: now, isSuccessorUsed: true }, 'stolen'],
  ];
  test.each(table)('%s', (_name, change, verdict) => {
    expect(judgeRefresh({ ...fresh, ...change }, now)).toBe(verdict);
  });
});

test.each([
  ['a.b.c', 'access'],
  [`cwr_${'A'.repeat(43)}`, 'refresh'],
  [`cwr_${'A'.repeat(42)}`, 'unknown'],
  ['a.b', 'unknown'],
  ['a.b.c.d', 'unknown'],
  ['', 'unknown'],
])('%s claims to be %s', (token, kind) => {
  expect(readTokenKind(token)).toBe(kind);
});
