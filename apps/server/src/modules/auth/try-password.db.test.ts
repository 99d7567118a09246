import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, test } from 'vitest';
import { createTestApp } from './fixtures/create-test-app.ts';

const rig = await createTestApp();
afterAll(() => rig.close());

const password = 'correct horse battery';
let number = 0;

async function register() {
  number += 1;
  const email = `guessed${number}@example.com`;
  const fields = { email, password, is_agree_terms: '1', device_id: 'own-device' };
  await rig.call('/signup', { ...fields, 'g-recaptcha-response': randomUUID() });
  return email;
}

const signIn = (email: string, secret: string, device_id = 'stranger') =>
  rig.call('/signin', { email, password: secret, device_id, 'g-recaptcha-response': randomUUID() });

async function guess(email: string, times: number): Promise<number[]> {
  const statuses: number[] = [];
  for (let time = 0; time < times; time += 1) statuses.push((await signIn(email, `wrong password ${time}`)).status);
  return statuses;
}

describe('law 5: passwords are counted before they are looked at', () => {
  test('of forty wrong ones at once ten are looked at, by signing in and by registering', async () => {
    const email = await register();
    const burst = await Promise.all(Array.from({ length: 40 }, (_, index) => signIn(email, `wrong password ${index}`)));
    expect(burst.filter(({ body }) => body.errors[0]?.code === 'WRONG_CREDENTIALS')).toHaveLength(10);
    const other = await register();
    const asked = (index: number) => ({ email: other, password: `wrong password ${index}`, is_agree_terms: '1' });
    const joined = await Promise.all(
      Array.from({ length: 40 }, (_, index) =>
        rig.call('/signup', { ...asked(index), 'g-recaptcha-response': randomUUID() }),
      ),
    );
    expect(joined.filter(({ body }) => body.errors[0]?.code === 'WRONG_CREDENTIALS')).toHaveLength(10);
    expect((await signIn(other, password)).status).toBe(429);
  });

  test('the repeated password has ten attempts, for all calls together', async () => {
    const email = await register();
    const { access } = (await signIn(email, password)).body;
    const change = (index: number) =>
      rig.call(
        '/client/change_password',
        {
          old_password: `wrong ${index}`,
          new_password: 'another horse battery',
          new_password_repeat: 'another horse battery',
        },
        access,
      );
    const add = (index: number) => rig.call('/client/passkeys/start', { password: `wrong ${index}` }, access);
    const burst = await Promise.all(Array.from({ length: 40 }, (_, index) => (index % 2 === 0 ? change : add)(index)));
    expect(burst.filter(({ body }) => body.errors[0]?.code === 'PASSWORD_WRONG')).toHaveLength(10);
    expect((await add(99)).status).toBe(429);
  });
});

describe('guessing passwords', () => {
  test('after ten wrong ones no other is checked, the right one neither, for a quarter of an hour', async () => {
    const email = await register();
    expect(await guess(email, 12)).toEqual([...Array.from({ length: 10 }, () => 200), 429, 429]);
    expect((await signIn(email, password)).status).toBe(429);
    rig.clock.advance(15 * 60_000 + 1000);
    expect((await signIn(email, password)).body.success).toBe(1);
  });

  test('the owner signs in from a device of the account all the same', async () => {
    const email = await register();
    await guess(email, 11);
    expect((await signIn(email, password, 'own-device')).body.success).toBe(1);
  });

  test.each(['logged out', 'refresh token reused'])(
    'so it does after a session that was over: %s',
    async (endReason) => {
      const email = await register();
      await rig.db.updateTable('sessions').set({ endedAt: rig.clock.now(), endReason }).execute();
      await guess(email, 11);
      expect((await signIn(email, password, 'own-device')).body.success).toBe(1);
    },
  );

  test('an address without an account is treated the same', async () => {
    expect(await guess('nobody-here@example.com', 12)).toEqual([...Array.from({ length: 10 }, () => 200), 429, 429]);
  });

  test('parallel guesses count one by one', async () => {
    const email = await register();
    // Passwords are checked two at a time; the rest waits or is refused.
    await Promise.all(Array.from({ length: 10 }, (_, index) => signIn(email, `wrong password ${index}`)));
    expect((await signIn(email, password)).status).toBe(429);
  });

  test('signing in forgets the wrong ones', async () => {
    const email = await register();
    await guess(email, 9);
    expect((await signIn(email, password)).body.success).toBe(1);
    expect(await guess(email, 9)).toEqual(Array.from({ length: 9 }, () => 200));
  });
});
