import { describe, expect, test } from 'vitest';
import { createWaitingLine } from './passwords/password.ts';
import { judgeCode, makeCode, readTypedCode, secondsUntilNextCode } from './rules.ts';

const now = new Date('2026-01-15T12:00:00Z');
const ago = (seconds: number) => new Date(now.getTime() - seconds * 1000);

describe('C-13 when another code may be requested', () => {
  test.each([
    ['no code yet', [], 0],
    ['just now', [0], 60],
    ['a minute less a second ago', [59], 1],
    ['a minute ago', [60], 0],
    ['two in the hour', [60, 120], 0],
    ['three in the hour', [60, 120, 180], 3420],
    ['three, the oldest almost an hour ago', [100, 200, 3590], 10],
    ['three, the newest just now', [1, 200, 3590], 59],
    ['three of a clock that was an hour ahead', [-3600, -3500, -3400], 0],
    ['one of them, and one a minute ago', [-3600, 50], 10],
  ])('%s', (_name, times, seconds) => {
    expect(secondsUntilNextCode(times.map(ago), now)).toBe(seconds);
  });
});

describe('C-14 what a typed code comes to', () => {
  const code = { isEqual: true, attempts: 0, createdAt: ago(599), expiresAt: ago(-1), usedAt: null };
  test.each([
    ['right', {}, 'right'],
    ['right a second time', { usedAt: ago(1) }, 'again'],
    ['wrong', { isEqual: false }, 'wrong'],
    ['right after four wrong ones', { attempts: 4 }, 'right'],
    ['right after five wrong ones', { attempts: 5 }, 'too many'],
    ['right, of a clock that was an hour ahead', { createdAt: ago(-3600), expiresAt: ago(-4200) }, 'expired'],
    ['right at its last moment', { expiresAt: now }, 'expired'],
  ] as const)('%s', (_name, change, verdict) => {
    expect(judgeCode({ ...code, ...change }, now)).toBe(verdict);
  });

  test('without a code every try is wrong', () => {
    expect(judgeCode(undefined, now)).toBe('wrong');
  });

  test.each([
    ['123456', '123456'],
    [' 123 456 ', '123456'],
    ['123-456', '123456'],
    ['12345', undefined],
    ['1234567', undefined],
    ['１２３４５６', undefined],
    ['12e456', undefined],
  ])('%j is read as %j', (text, digits) => {
    expect(readTypedCode(text)).toBe(digits);
  });
});

test('codes are six digits, and numbers that would favour small codes are drawn again', () => {
  const draws = [
    [0xff, 0xff, 0xff, 0xff],
    [0, 0, 0, 7],
  ];
  expect(makeCode({ bytes: () => Uint8Array.from(draws.shift() ?? []) })).toBe('000007');
});

describe('the line before the password hash', () => {
  test('two run, the bounded rest waits in order, the others are turned away', async () => {
    const { run: line } = createWaitingLine({ atOnce: 2, waiting: 3 });
    let running = 0;
    let most = 0;
    const done: number[] = [];
    const results = await Promise.allSettled(
      [0, 1, 2, 3, 4, 5, 6].map((number) =>
        line(async () => {
          running += 1;
          most = Math.max(most, running);
          await new Promise((resolve) => setTimeout(resolve, 5));
          running -= 1;
          done.push(number);
        }),
      ),
    );
    expect(most).toBe(2);
    expect(done).toEqual([0, 1, 2, 3, 4]);
    expect(results.filter((result) => result.status === 'rejected')).toHaveLength(2);
  });

  test('a task that fails gives its place back', async () => {
    const { run: line } = createWaitingLine({ atOnce: 1, waiting: 0 });
    await expect(line(async () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
    await expect(line(async () => 'fine')).resolves.toBe('fine');
  });
});
