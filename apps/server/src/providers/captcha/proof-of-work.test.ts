import { ManualClock } from '@causeway/testing/manual-clock';
import { solveCaptchaText } from '@causeway/testing/solve-captcha';
import { createChallenge } from 'altcha-lib';
import { deriveKey as derivePbkdf2 } from 'altcha-lib/algorithms/pbkdf2';
import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { createProofOfWork } from './proof-of-work.ts';

const clock = new ManualClock();
const options = { key: new Uint8Array(32).fill(1), CAPTCHA_COST: 10 };
const captcha = createProofOfWork(options, clock);
const isTaken = async (token: string, action = 'signin') => captcha.verify(token, action, '203.0.113.5');
const challengeText = async (from = captcha) => (await from.makeChallenge?.('signin')) ?? '';

const seen = z.looseObject({
  challenge: z.looseObject({
    parameters: z.looseObject({ cost: z.number(), data: z.record(z.string(), z.unknown()) }),
    signature: z.string(),
  }),
  solution: z.looseObject({ counter: z.number(), derivedKey: z.string() }),
});
type Seen = z.output<typeof seen>;
const open = (token: string) => seen.parse(JSON.parse(Buffer.from(token, 'base64').toString()));
const close = (proof: unknown) => Buffer.from(JSON.stringify(proof)).toString('base64');

let token = '';
beforeAll(async () => {
  token = await solveCaptchaText(await challengeText());
});

describe('the captcha that is work', () => {
  test('a page that did the work is let in', async () => expect(await isTaken(token)).toBe(true));

  test('for another action it is not', async () => expect(await isTaken(token, 'order')).toBe(false));

  test.each<[string, (proof: Seen) => void]>([
    ['another action was written in', ({ challenge }) => (challenge.parameters.data['action'] = 'order')],
    ['more time was written in', ({ challenge }) => (challenge.parameters.data['until'] = 2 ** 40)],
    ['the work was made easier', ({ challenge }) => (challenge.parameters.cost = 1)],
    ['it was not signed', ({ challenge }) => (challenge.signature = '00')],
    ['the signature is another one', ({ challenge }) => (challenge.signature = 'ab'.repeat(32))],
    ['the key was made up', ({ solution }) => (solution.derivedKey = '00'.repeat(32))],
    ['a parameter was added', ({ challenge }) => (challenge.parameters['memoryCost'] = 1)],
  ])('not when %s', async (_why, change) => {
    const proof = open(token);
    change(proof);
    expect(
      await isTaken(close(proof), proof.challenge.parameters.data['action'] === 'order' ? 'order' : 'signin'),
    ).toBe(false);
  });

  test('not when the key begins right and is not the whole of it', async () => {
    const proof = open(token);
    const { derivedKey } = proof.solution;
    proof.solution.derivedKey = derivedKey.slice(0, 32).padEnd(64, '0');
    expect(await isTaken(close(proof))).toBe(false);
  });

  test('not when another server made the challenge', async () => {
    const other = createProofOfWork({ ...options, key: new Uint8Array(32).fill(2) }, clock);
    expect(await isTaken(await solveCaptchaText(await challengeText(other)))).toBe(false);
    const easy = await createChallenge({
      algorithm: 'PBKDF2/SHA-256',
      cost: 10,
      counter: 1,
      deriveKey: derivePbkdf2,
      data: { action: 'signin', until: 2 ** 33 },
    });
    expect(await isTaken(await solveCaptchaText(JSON.stringify(easy)))).toBe(false);
  });

  test('not when it is easier than required now', async () => {
    const dear = createProofOfWork({ ...options, CAPTCHA_COST: 11 }, clock);
    expect(await dear.verify(token, 'signin', '')).toBe(false);
  });

  test('not when five minutes are over', async () => {
    const late = new ManualClock();
    const short = createProofOfWork(options, late);
    const mine = await solveCaptchaText(await challengeText(short));
    late.advance(5 * 60_000);
    expect(await short.verify(mine, 'signin', '')).toBe(true);
    late.advance(1_000);
    expect(await short.verify(mine, 'signin', '')).toBe(false);
  });

  test.each(['', 'x', 'e30=', '{}', 'bnVsbA==', 'A'.repeat(4096), '['.repeat(2000)])(
    'not for the text %j',
    async (text) => expect(await isTaken(text)).toBe(false),
  );

  test('one piece of work has one name, however its token is written', () => {
    const { solution, challenge } = open(token);
    const written = Buffer.from(JSON.stringify({ solution: { ...solution, time: 1 }, challenge }, null, 2));
    expect(captcha.nameOf(written.toString('base64url'))).toBe(captcha.nameOf(token));
    expect(captcha.nameOf('anything else')).toBe('anything else');
  });
});
