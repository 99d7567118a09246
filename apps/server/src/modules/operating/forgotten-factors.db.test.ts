import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { temporaryFolder } from '@causeway/testing/temporary-folder';
import { generateSync } from 'otplib';
import { afterAll, describe, expect, test } from 'vitest';
import { createTestApp } from '../auth/fixtures/create-test-app.ts';
import { softwareAuthenticator } from '../passkeys/fixtures/software-authenticator.ts';
import { endForgottenSecrets } from './forgotten/end-secrets.ts';

const rig = await createTestApp();
afterAll(() => rig.close());
const password = 'correct horse battery';
const origin = rig.context.config.PUBLIC_URL;
let number = 0;

async function register() {
  number += 1;
  const email = `factor${number}@example.com`;
  const fields = { email, password, is_agree_terms: '1', 'g-recaptcha-response': randomUUID() };
  const { access } = (await rig.call('/signup', fields)).body;
  const { clientId } = await rig.db
    .selectFrom('clients')
    .select('clientId')
    .where('email', '=', email)
    .executeTakeFirstOrThrow();
  return { email, access, clientId };
}
type Client = Awaited<ReturnType<typeof register>>;

const codeOf = (key: string) => generateSync({ secret: key, epoch: Math.floor(rig.clock.now().getTime() / 1000) });

async function enable({ access }: Client): Promise<string> {
  const { key } = (await rig.call('/client/two_factor', {}, access)).body;
  const secret = String(key);
  const answer = await rig.call('/client/two_factor/enable', { key: secret, code: codeOf(secret), password }, access);
  expect(answer.body).toMatchObject({ success: 1 });
  rig.clock.advance(90_000);
  return secret;
}

async function disable({ access }: Client, secret: string): Promise<void> {
  const answer = await rig.call('/client/two_factor/disable', { password, code: codeOf(secret) }, access);
  expect(answer.body).toMatchObject({ success: 1 });
  rig.clock.advance(90_000);
}

/** What a copy of the database has of a client's factors. */
async function copyOf({ clientId }: Client) {
  const clients = rig.db
    .selectFrom('clients')
    .select(['twoFactorSealedKey', 'twoFactorLastStep', 'hasPasskeys', 'factorAddedAt', 'passwordHash'])
    .where('clientId', '=', clientId);
  const client = await clients.executeTakeFirstOrThrow();
  const passkeys = await rig.db.selectFrom('passkeys').selectAll().where('clientId', '=', clientId).execute();
  const recovery = await rig.db.selectFrom('recoveryCodes').selectAll().where('clientId', '=', clientId).execute();
  return { client, passkeys, recovery };
}

/** The copy is put back: its factors, and no session, as the worker ends every one. */
async function putBack({ clientId }: Client, copy: Awaited<ReturnType<typeof copyOf>>): Promise<void> {
  await rig.db.updateTable('clients').set(copy.client).where('clientId', '=', clientId).execute();
  await rig.db.deleteFrom('passkeys').where('clientId', '=', clientId).execute();
  await rig.db.deleteFrom('recoveryCodes').where('clientId', '=', clientId).execute();
  if (copy.passkeys.length > 0) await rig.db.insertInto('passkeys').values(copy.passkeys).execute();
  if (copy.recovery.length > 0) await rig.db.insertInto('recoveryCodes').values(copy.recovery).execute();
}

/** Step 6 of the runbook, with all that the log has since the copy. */
async function runbook(): Promise<string> {
  // The clock moves by minutes, which would hold pay-outs, and there are none here.
  await rig.db.updateTable('databaseEpoch').set({ seenAt: rig.clock.now() }).execute();
  const file = join(await temporaryFolder(), 'log');
  await writeFile(file, rig.lines.join(''));
  return endForgottenSecrets(rig.context, { file, operator: 'grace' });
}

/** A thief with the password and nothing else. */
const byPassword = async ({ email }: Client, more: Record<string, string> = {}) =>
  (await rig.call('/signin', { email, password, 'g-recaptcha-response': randomUUID(), ...more })).body.success;

describe('law 3, a copy put back around a second factor: the password alone opens nothing that had a factor', () => {
  test('an authenticator that was added after the copy', async () => {
    const client = await register();
    const copy = await copyOf(client);
    rig.lines.length = 0;
    await enable(client);
    expect(await byPassword(client)).toBe(0);
    await putBack(client, copy);
    await runbook();
    expect(await byPassword(client)).toBe(0);
  });

  test('a passkey that was added after the copy', async () => {
    const client = await register();
    const copy = await copyOf(client);
    rig.lines.length = 0;
    const started = await rig.call('/client/passkeys/start', { password }, client.access);
    const credential = softwareAuthenticator(origin).create(String(started.body['options']));
    await rig.call('/client/passkeys/add', { credential, name: 'Phone' }, client.access);
    expect(await byPassword(client)).toBe(0);
    await putBack(client, copy);
    await runbook();
    expect(await byPassword(client)).toBe(0);
  });

  test('an authenticator that was moved to another phone', async () => {
    const client = await register();
    const old = await enable(client);
    const copy = await copyOf(client);
    rig.lines.length = 0;
    await disable(client, old);
    await enable(client);
    expect(await byPassword(client)).toBe(0);
    await putBack(client, copy);
    expect(await byPassword(client)).toBe(0);
    await runbook();
    expect(await byPassword(client)).toBe(0);
  });

  test('one of two passkeys that was removed', async () => {
    const client = await register();
    const keys = [softwareAuthenticator(origin), softwareAuthenticator(origin)];
    const confirm = async () => {
      const { options } = (await rig.call('/client/passkeys/confirm/start', {}, client.access)).body;
      const passkey = keys[0]?.sign(String(options)) ?? '';
      return String((await rig.call('/client/passkeys/confirm', { passkey }, client.access)).body['code']);
    };
    for (const [index, key] of keys.entries()) {
      const proof: Record<string, string> = index === 0 ? { password } : { password, code: await confirm() };
      const started = await rig.call('/client/passkeys/start', proof, client.access);
      const credential = key.create(String(started.body['options']));
      const added = await rig.call('/client/passkeys/add', { credential, name: `Phone ${index}` }, client.access);
      expect(added.body).toMatchObject({ success: 1 });
    }
    const copy = await copyOf(client);
    rig.lines.length = 0;
    const lost = copy.passkeys.find(({ name }) => name === 'Phone 1')?.passkeyId ?? '';
    const removed = await rig.call(
      '/client/passkeys/remove',
      { id: lost, password, code: await confirm() },
      client.access,
    );
    expect(removed.body).toMatchObject({ success: 1 });
    expect(await byPassword(client)).toBe(0);
    await putBack(client, copy);
    expect(await byPassword(client)).toBe(0);
    await runbook();
    expect(await byPassword(client)).toBe(0);
  });

  test('a recovery code that was used after the copy is not good again', async () => {
    const client = await register();
    const { key } = (await rig.call('/client/two_factor', {}, client.access)).body;
    const secret = String(key);
    const fields = { key: secret, code: codeOf(secret), password };
    const { body } = await rig.call('/client/two_factor/enable', fields, client.access);
    const [recovery = ''] = Array.isArray(body['recovery_codes']) ? body['recovery_codes'].map(String) : [];
    const copy = await copyOf(client);
    rig.lines.length = 0;
    expect(await byPassword(client, { code: recovery })).toBe(1);
    expect(await byPassword(client, { code: recovery })).toBe(0);
    await putBack(client, copy);
    await runbook();
    expect(await byPassword(client, { code: recovery })).toBe(0);
  });
});
