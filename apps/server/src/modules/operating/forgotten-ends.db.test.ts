import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { temporaryFolder } from '@causeway/testing/temporary-folder';
import { afterAll, describe, expect, test } from 'vitest';
import { createTestApp } from '../auth/fixtures/create-test-app.ts';
import { logChange, securityTemplates } from '../clients/queue-security-email.ts';
import { logSecurityEvent } from '../../security-log/log-security-event.ts';
import { beginWait, findWait } from '../saved-destinations/destination-wait.ts';
import { endForgottenSecrets } from './forgotten/end-secrets.ts';

const rig = await createTestApp();
afterAll(() => rig.close());
const password = 'correct horse battery';
const other = 'another horse battery';
let number = 0;

async function register() {
  number += 1;
  const email = `ends${number}@example.com`;
  const fields = { email, password, is_agree_terms: '1', 'g-recaptcha-response': randomUUID() };
  const { access } = (await rig.call('/signup', fields)).body;
  const clients = rig.db.selectFrom('clients').select(['clientId', 'passwordHash']).where('email', '=', email);
  return { email, access, ...(await clients.executeTakeFirstOrThrow()) };
}

/** Step 6 of the runbook, with all that the log has since the copy. */
async function runbook(): Promise<string> {
  const file = join(await temporaryFolder(), 'log');
  await writeFile(file, rig.lines.join(''));
  return endForgottenSecrets(rig.context, { file, operator: 'grace' });
}

const log = async (change: Parameters<typeof logChange>[2]) =>
  rig.db.transaction().execute(async (trx) => logChange(rig.context, trx, change));

describe('law 3, what a client has ended or slowed after the copy', () => {
  test('a link for a new password that a changed password had ended', async () => {
    const client = await register();
    await rig.call('/password/recovery', { email: client.email, 'g-recaptcha-response': randomUUID() });
    await rig.deliver();
    const token = /step=reset&token=([\w-]+)/.exec(rig.sent.splice(0).at(-1)?.text ?? '')?.[1] ?? '';
    expect(token).not.toBe('');
    const copy = await rig.db
      .selectFrom('passwordResets')
      .selectAll()
      .where('clientId', '=', client.clientId)
      .execute();
    rig.lines.length = 0;
    const changed = { old_password: password, new_password: other, new_password_repeat: other };
    expect((await rig.call('/client/change_password', changed, client.access)).body.success).toBe(1);
    const reset = async () => {
      const fields = { token, new_password: 'a thief in the attic', new_password_repeat: 'a thief in the attic' };
      return (await rig.call('/password/reset', { ...fields, is_agree_terms: '1' })).body.success;
    };
    expect(await reset()).toBe(0);
    // The copy is put back.
    const { passwordHash, clientId } = client;
    await rig.db.updateTable('clients').set({ passwordHash }).where('clientId', '=', clientId).execute();
    await rig.db.deleteFrom('passwordResets').where('clientId', '=', clientId).execute();
    await rig.db.insertInto('passwordResets').values(copy).execute();
    await runbook();
    expect(await reset()).toBe(0);
  });

  test('a sign-in of another provider that was removed', async () => {
    const client = await register();
    const issuer = 'https://provider.example';
    const signIn = async () => {
      const { body } = await rig.call('/signin/oauth', {});
      const identity = { issuer, subject: 'thief', email: client.email, isEmailVerified: true };
      rig.context.providers.idTokens = { read: async () => ({ ...identity, nonce: String(body['nonce']) }) };
      const token = { oauth_provider: 'provider', oauth_token: 'token', 'g-recaptcha-response': randomUUID() };
      return (await rig.call('/signin', token)).body.success;
    };
    const { clientId } = client;
    const row = { issuer, subject: 'thief', clientId, createdAt: rig.clock.now() };
    await rig.db.insertInto('clientIdentities').values(row).execute();
    expect(await signIn()).toBe(1);
    rig.lines.length = 0;
    const listed = (await rig.call('/client/sessions', {}, client.access)).body['credentials'];
    const id = String(Array.isArray(listed) ? listed.find(({ kind }) => kind === 'login')?.id : '');
    const ended = await rig.call('/client/sessions/end', { credential_id: id }, client.access);
    expect(ended.body.success).toBe(1);
    expect(await signIn()).toBe(0);
    // The copy is put back.
    await rig.db.insertInto('clientIdentities').values(row).execute();
    await runbook();
    expect(await signIn()).toBe(0);
  });

  test('that new destinations wait', async () => {
    const { clientId } = await register();
    rig.lines.length = 0;
    await beginWait(rig.context, clientId);
    expect(await findWait(rig.context, rig.db, clientId)).toBeDefined();
    expect(rig.lines.join('')).toContain('destination-wait-on');
    await rig.db.deleteFrom('destinationWaits').where('clientId', '=', clientId).execute();
    await runbook();
    expect(await findWait(rig.context, rig.db, clientId)).toBeDefined();
  });

  test('a destination that was removed waits once more', async () => {
    const { clientId } = await register();
    await beginWait(rig.context, clientId);
    const destination = {
      destinationId: randomUUID(),
      clientId,
      name: 'Of a thief',
      currency: 'BTC',
      network: 'bitcoin',
      address: 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq',
      tag: '',
      memoValue: '',
      holder: '',
      createdAt: rig.clock.now(),
      usableAt: rig.clock.now(),
    };
    const { destinationId: id } = destination;
    await rig.db.insertInto('savedDestinations').values(destination).execute();
    rig.lines.length = 0;
    await log({ clientId, reason: 'destination-removed' });
    await runbook();
    const saved = rig.db.selectFrom('savedDestinations').select('usableAt').where('destinationId', '=', id);
    const { usableAt } = await saved.executeTakeFirstOrThrow();
    expect(usableAt.getTime()).toBeGreaterThan(rig.clock.now().getTime() + 23 * 3_600_000);
  });

  test('the password of an account that was deleted, which is named for a person to write to', async () => {
    const { email, clientId } = await register();
    const { niceId } = await rig.db
      .selectFrom('clients')
      .select('niceId')
      .where('clientId', '=', clientId)
      .executeTakeFirstOrThrow();
    const signIn = async () =>
      (await rig.call('/signin', { email, password, 'g-recaptcha-response': randomUUID() })).body.success;
    expect(await signIn()).toBe(1);
    rig.lines.length = 0;
    await rig.db
      .transaction()
      .execute(async (trx) => logSecurityEvent(rig.context, 'account_deleted', { clientId }, trx));
    expect(await runbook()).toContain(`There again, though deleted by their owners: ${niceId}`);
    expect(await signIn()).toBe(0);
  });

  // What only gives, or adds what the copy does not have, needs nothing.
  const gives: ReadonlySet<string> = new Set([
    'destination-kept',
    'card-kept',
    'login-joined',
    'destination-wait-off',
    'biometrics-on',
    'basic-given',
    'push-on',
    'new-device',
  ]);

  test.each(securityTemplates.filter((template) => !gives.has(template)))(
    'what the log calls %s ends something of the copy',
    async (reason) => {
      const { clientId, access } = await register();
      rig.lines.length = 0;
      await log({ clientId, reason });
      await runbook();
      expect((await rig.call('/onramp/client', {}, access)).status).toBe(401);
    },
  );
});
