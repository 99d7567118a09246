import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { ProviderError } from '../../providers/provider-error.ts';
import { createTestApp } from '../auth/fixtures/create-test-app.ts';
import { queueSecurityEmail } from '../clients/queue-security-email.ts';
import { savePushToken } from '../settings/save-push-token.ts';
import { type Registered, registerConfirmed } from './fixtures/register-confirmed.ts';
import { sendPushJob } from './jobs.ts';
import { sendPush } from './send-push.ts';

const rig = await createTestApp();
afterAll(() => rig.close());
const { web } = rig.context.providers.push;
if (web === undefined) throw new Error('There is no key.');
// No push service is asked.
beforeEach(() => void vi.spyOn(web, 'send').mockResolvedValue('taken'));
afterEach(() => vi.restoreAllMocks());
const { key } = web;
const keys = { p256dh: key, auth: 'AAAAAAAAAAAAAAAAAAAAAA' };

const subscription = (endpoint: string, more: object = {}) => JSON.stringify({ endpoint, keys, key, ...more });
const call = async (path: string, fields: Readonly<Record<string, string>>, access?: string) =>
  (await rig.call(path, fields, access)).body;
const register = () => registerConfirmed(rig);

const save = (access: string, push_token: string, device_id: string = randomUUID()) =>
  call('/notifications/push_token', { push_token, device_id, platform: 'web', is_enabled: '1' }, access);
/** Saves in a session of its own, without the wait that a sign-in costs. */
async function saveElsewhere({ clientId }: Registered, pushToken: string): Promise<void> {
  const sessions = rig.db.selectFrom('sessions').selectAll().where('clientId', '=', clientId);
  const sessionId = randomUUID();
  await rig.db
    .insertInto('sessions')
    .values({ ...(await sessions.limit(1).executeTakeFirstOrThrow()), sessionId })
    .execute();
  const device = { deviceId: randomUUID(), platform: 'web', isEnabled: true } as const;
  await savePushToken(rig.context, { clientId, sessionId, pushToken, ...device });
}
const devices = ({ clientId }: Registered) =>
  rig.db.selectFrom('pushTokens').selectAll().where('clientId', '=', clientId).orderBy('updatedAt').execute();
const lettersTo = ({ email }: Registered) =>
  rig.sent.filter(({ to, subject }) => to === email && subject.includes('push messages')).length;

/** Something happens, with no message sent yet. @returns the id of its entry in the list */
async function happen({ clientId }: Registered): Promise<string> {
  await rig.deliver();
  const context = { ...rig.context, jobs: { ...rig.context.jobs, enqueue: async () => {} } };
  await rig.db.transaction().execute((trx) => queueSecurityEmail(context, trx, clientId, 'phone-changed'));
  const newest = rig.db.selectFrom('notifications').select('notificationId').where('clientId', '=', clientId);
  return (await newest.where('template', '=', 'phone-changed').executeTakeFirstOrThrow()).notificationId;
}

describe('C-58 a client has few devices, each once', () => {
  test('one endpoint is one device, whatever else is sent with it, in any session and account', async () => {
    const client = await register();
    for (const more of [{}, { nonce: 1 }, { expirationTime: null, nonce: 2 }, { keys: { ...keys, more: 1 } }])
      await saveElsewhere(client, subscription('https://push.example.com/same', more));
    await saveElsewhere(client, subscription('HTTPS://push.example.com:443/./same#x'));
    // The last sign of such a text has bits that mean nothing.
    const spelled = { ...keys, auth: 'AAAAAAAAAAAAAAAAAAAAAB' };
    await saveElsewhere(client, subscription('https://push.example.com/same', { keys: spelled }));
    const rows = await devices(client);
    expect(rows.map(({ pushToken }) => pushToken)).toEqual([subscription('https://push.example.com/same')]);
    const other = await register();
    await save(other.access, subscription('https://push.example.com/same'));
    expect([(await devices(client)).length, (await devices(other)).length]).toEqual([0, 1]);
  });

  test('a session has one, and a client ten: the oldest goes', async () => {
    const client = await register();
    for (let number = 0; number < 3; number += 1)
      await save(client.access, subscription(`https://push.example.com/session/${number}`));
    expect((await devices(client)).map(({ target }) => target)).toEqual(['https://push.example.com/session/2']);
    for (let number = 3; number < 14; number += 1) {
      rig.clock.advance(1000);
      await saveElsewhere(client, subscription(`https://push.example.com/session/${number}`));
    }
    const targets = (await devices(client)).map(({ target }) => target.replace(/.*\//, ''));
    expect(targets).toEqual(['4', '5', '6', '7', '8', '9', '10', '11', '12', '13']);
  });

  test('a key for which nothing can be sealed is no subscription', async () => {
    const p256dh = Buffer.alloc(65, 4).toString('base64url');
    const { access } = await register();
    expect(
      await save(access, subscription('https://push.example.com/curve', { keys: { ...keys, p256dh } })),
    ).toMatchObject({ errors: [{ code: 'FIELD_INVALID', field: 'push_token' }] });
  });
});

describe('C-58 the owner is notified of each device that begins to get messages', () => {
  test('once, and again for another target; not when the same device registers again', async () => {
    const client = await register();
    const [one, two] = [randomUUID(), randomUUID()].map((id) => subscription(`https://push.example.com/${id}`));
    await save(client.access, one ?? '', 'browser');
    await save(client.access, one ?? '', 'browser');
    await rig.deliver();
    expect(lettersTo(client)).toBe(1);
    // A thief of the access token puts its own in place of the owner's.
    await save(client.access, two ?? '', 'browser');
    await rig.deliver();
    expect(lettersTo(client)).toBe(2);
    await rig.db
      .updateTable('sessions')
      .set({ deviceId: 'browser', deviceName: 'Ada iPhone', platform: 'ios' })
      .where('clientId', '=', client.clientId)
      .execute();
    for (const device of ['browser', 'stranger']) {
      await save(client.access, subscription(`https://push.example.com/${randomUUID()}`), device);
      await rig.deliver();
      // Another device does not borrow the name of the session's own.
      expect(rig.sent.at(-1)?.text.includes('Ada iPhone'), device).toBe(device === 'browser');
    }
    expect(JSON.stringify(await call('/notifications', {}, client.access))).toContain('push messages');
  });

  test('another device by the session’s token stands beside its own, in one place, and ends nothing of it', async () => {
    const client = await register();
    const own = { deviceId: 'phone', deviceName: 'Ada iPhone', platform: 'ios' };
    await rig.db.updateTable('sessions').set(own).where('clientId', '=', client.clientId).execute();
    const to = (name: string) => subscription(`https://push.example.com/${name}/${client.clientId}`);
    const names = async () => (await devices(client)).map(({ target }) => target.split('/')[3] ?? '').toSorted();
    await save(client.access, to('own'), 'phone');
    for (const name of ['thief', 'again']) await save(client.access, to(name), name);
    expect(await names()).toEqual(['again', 'own']);
    await rig.deliver();
    expect([lettersTo(client), rig.sent.at(-1)?.text.includes('Ada iPhone')]).toEqual([3, false]);
    const off = (device_id: string) =>
      call(
        '/notifications/push_token',
        { push_token: 'none', device_id, platform: 'web', is_enabled: '0' },
        client.access,
      );
    await off('stranger');
    expect(await names()).toEqual(['own']);
    // The id of its own device is not shown; by it all of the session end.
    await save(client.access, to('thief'), 'thief');
    await save(client.access, to('own'), 'phone');
    expect(await names()).toEqual(['own', 'thief']);
    for (const path of ['/client/sessions', '/client/subscription', '/onramp/client'])
      expect(JSON.stringify(await call(path, {}, client.access)), path).not.toContain('phone"');
    await off('phone');
    expect(await names()).toEqual([]);
  });
});

describe('a device that does not take messages', () => {
  const failing = () => new ProviderError('push', 'refused', { code: '500' });

  test('gets each again by itself, and the others nothing twice', async () => {
    const client = await register();
    await save(client.access, subscription(`https://push.example.com/good/${client.clientId}`));
    await saveElsewhere(client, subscription(`https://push.example.com/dead/${client.clientId}`));
    const notificationId = await happen(client);
    const sent: string[] = [];
    vi.spyOn(web, 'send').mockImplementation(async (token) => {
      sent.push(token.includes('/dead/') ? 'dead' : 'good');
      if (token.includes('/dead/')) throw failing();
      return 'taken';
    });
    const queued = vi.spyOn(rig.context.jobs, 'enqueue');
    await sendPush(rig.context, { notificationId });
    // Until nothing is queued any more, as the runner does it.
    for (let run = 0; run < queued.mock.calls.length; run += 1) {
      const payload = sendPushJob.payload.parse(queued.mock.calls[run]?.[2]);
      await sendPush(rig.context, payload);
    }
    expect(sent.filter((name) => name === 'good')).toHaveLength(1);
    expect(sent.filter((name) => name === 'dead')).toHaveLength(6);
  });

  test('is forgotten after ten failures over a day, tried once each after an hour, and no person is asked', async () => {
    const client = await register();
    await save(client.access, subscription(`https://push.example.com/dead/${client.clientId}`));
    const notificationId = await happen(client);
    const send = vi.spyOn(web, 'send').mockClear().mockRejectedValue(failing());
    const queued = vi.spyOn(rig.context.jobs, 'enqueue').mockResolvedValue();
    await sendPush(rig.context, { notificationId });
    expect(queued).toHaveBeenCalledTimes(1);
    rig.clock.advance(2 * 3600 * 1000);
    for (let run = 0; run < 12; run += 1) await sendPush(rig.context, { notificationId });
    expect([queued.mock.calls.length, (await devices(client)).length]).toEqual([1, 1]);
    rig.clock.advance(23 * 3600 * 1000);
    await sendPush(rig.context, { notificationId });
    expect([send.mock.calls.length, (await devices(client)).length]).toEqual([14, 0]);
  });

  test('and then takes one, has failed never', async () => {
    const client = await register();
    await save(client.access, subscription(`https://push.example.com/back/${client.clientId}`));
    const notificationId = await happen(client);
    const send = vi.spyOn(web, 'send').mockRejectedValueOnce(failing());
    vi.spyOn(rig.context.jobs, 'enqueue').mockResolvedValue();
    await sendPush(rig.context, { notificationId });
    expect(await devices(client)).toMatchObject([{ failures: 1, failingSince: expect.any(Date) }]);
    send.mockResolvedValueOnce('taken');
    await sendPush(rig.context, { notificationId });
    expect(await devices(client)).toMatchObject([{ failures: 0, failingSince: null }]);
  });

  test('of an app that sent nonsense is its own fault; what refuses us all asks for a person', async () => {
    const client = await register();
    const fields = { push_token: randomUUID(), device_id: 'phone', platform: 'ios', is_enabled: '1' };
    await call('/notifications/push_token', fields, client.access);
    const notificationId = await happen(client);
    const last = {
      notificationId,
      again: { attempt: 5, sessionIds: (await devices(client)).map((row) => row.sessionId) },
    };
    const fail = (code: string) => async () => {
      throw new ProviderError('push', 'refused', { code });
    };
    const { push } = rig.context.providers;
    try {
      push.app = { send: fail('400') };
      await expect(sendPush(rig.context, last)).resolves.toBeUndefined();
      push.app = { send: fail('token_400') };
      await expect(sendPush(rig.context, last)).rejects.toMatchObject({ code: 'token_400' });
    } finally {
      push.app = undefined;
    }
  });
});
