import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { anyAddress, captcha, inTurns, isLong, newEmail, password, post, register, stack } from './attacker.ts';

const run = promisify(execFile);
const flood = isLong ? 4_000 : 200;
const atOnce = isLong ? 200 : 60;
/** What argon2id takes for two passwords at once is 38 MiB; the rest is what a busy process may take. */
const growthMaxMiB = 160;

async function readMemory(): Promise<number> {
  const { stdout } = await run('ps', ['-o', 'rss=', '-p', String(stack.pid)]);
  return Number(stdout.trim()) / 1024;
}

test('a flood of sign-ins is answered with a wait; prices are answered meanwhile, and memory stays bounded', async () => {
  const tokens = await inTurns(flood, 16, () => captcha('signin'));
  const before = await readMemory();
  const flooding = new AbortController();
  let peak = before;
  const prices: number[] = [];
  const watching = (async () => {
    while (!flooding.signal.aborted) {
      const started = performance.now();
      const answer = await fetch(
        `${stack.behindProxy}/onramp/calc?payin_currency=EUR&payin_group=card&payin_amount=250&payout_currency=BTC&payout_group=bitcoin`,
        { headers: { 'x-forwarded-for': anyAddress() }, signal: AbortSignal.timeout(10_000) },
      );
      expect(answer.status).toBe(200);
      await answer.text();
      prices.push(performance.now() - started);
      peak = Math.max(peak, await readMemory());
      await sleep(50);
    }
  })();
  const statuses = await inTurns(flood, atOnce, async (index) => {
    const form = { email: newEmail(), password: 'wrong horse battery', ...tokens[index] };
    const { status, headers } = await post('/signin', form, { from: anyAddress() });
    if (status === 429) expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    return status;
  });
  flooding.abort();
  await watching;
  const slowest = Math.max(...prices);
  const refused = statuses.filter((status) => status === 429).length;
  process.stdout.write(
    `${flood} sign-ins, ${refused} asked to wait; ${prices.length} prices, slowest ${slowest.toFixed(0)} ms; ` +
      `memory ${before.toFixed(0)} MiB, at most ${peak.toFixed(0)} MiB\n`,
  );
  expect(statuses.filter((status) => status !== 200 && status !== 429)).toEqual([]);
  expect(refused).toBeGreaterThan(flood / 4);
  expect(prices.length).toBeGreaterThan(1);
  expect(slowest).toBeLessThan(5_000);
  expect(peak - before).toBeLessThan(growthMaxMiB);
  // After the flood the next sign-in succeeds.
  const { email } = await register();
  const signedIn = await post('/signin', { email, password, ...(await captcha('signin')) }, { from: anyAddress() });
  expect(signedIn.body.success).toBe(1);
});
