import { solveCaptchaText } from '@causeway/testing/solve-captcha';
import { afterAll, describe, expect, test } from 'vitest';
import { createDatabase } from '../../database/create-database.ts';
import { createProofOfWork } from '../../providers/captcha/proof-of-work.ts';
import { createGate } from '../auth/create-gate.ts';
import { createTestApp } from '../auth/fixtures/create-test-app.ts';
import { captchaChallengeRoutes } from './routes.ts';

const rig = await createTestApp();
const captcha = createProofOfWork({ key: new Uint8Array(32), CAPTCHA_COST: 10 }, rig.clock);
rig.context.providers.captcha = captcha;
captchaChallengeRoutes(rig.app, rig.context);
afterAll(() => rig.close());

const gate = createGate(rig.context);
rig.context.gate = gate;
const work = async (action: string) =>
  solveCaptchaText(String((await rig.call('/captcha/challenge', { action })).body['challenge']));
const isLetIn = async (token: string | undefined, action = 'signin') => {
  const outcome = await gate.verifyCaptcha(token, action, '203.0.113.5').catch((error: unknown) => error);
  if (outcome === undefined) return true;
  expect(outcome).toMatchObject({ status: 200, items: [{ code: 'WRONG_CAPTCHA' }] });
  return false;
};
const email = 'worker@example.com';
const signIn = async (token: string) =>
  (await rig.call('/signin', { email, password: 'wrong', 'g-recaptcha-response': token })).body.errors[0]?.code;

describe('C-06a a proof of work in place of a captcha provider', () => {
  test('7-04 a token that was worked for is taken by the call, once', async () => {
    const token = await work('signin');
    expect(await signIn(token)).toBe('WRONG_CREDENTIALS');
    expect(await signIn(token)).toBe('WRONG_CAPTCHA');
    expect(await signIn(await work('signup'))).toBe('WRONG_CAPTCHA');
  });

  test('one piece of work lets in once, however often and in whatever writing it comes', async () => {
    const token = await work('signin');
    const proof: unknown = JSON.parse(Buffer.from(token, 'base64').toString());
    const writings = [0, 1, 2, 3].map((indent) => Buffer.from(JSON.stringify(proof, null, indent)).toString('base64'));
    const outcomes = await Promise.all([...writings, ...writings].map((writing) => isLetIn(writing)));
    expect(outcomes.filter(Boolean)).toHaveLength(1);
  });

  test('work that was tried on the wrong call is lost', async () => {
    const token = await work('signin');
    expect(await isLetIn(token, 'order')).toBe(false);
    expect(await isLetIn(token)).toBe(false);
  });

  test('no token, and work that came too late, are refused', async () => {
    expect(await isLetIn(undefined)).toBe(false);
    const token = await work('signin');
    rig.clock.advance(301_000);
    expect(await isLetIn(token)).toBe(false);
  });

  test('no call is accepted while used proofs of work cannot be stored', async () => {
    const db = createDatabase('postgres://nobody@127.0.0.1:1/nowhere');
    const broken = createGate({ ...rig.context, db });
    await expect(broken.verifyCaptcha(await work('signin'), 'signin', '')).rejects.toThrow('ECONNREFUSED');
    await db.destroy();
  });

  test('there is no proof of work for an action that no call has, and none where a provider gives the tokens', async () => {
    expect((await rig.call('/captcha/challenge', { action: 'anything' })).body.errors[0]?.code).toBe('FIELD_INVALID');
    const { makeChallenge: _none, ...provider } = captcha;
    rig.context.providers.captcha = provider;
    expect((await rig.call('/captcha/challenge', { action: 'signin' })).status).toBe(404);
  });
});
