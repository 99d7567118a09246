import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { readFirebaseAccount, sandboxPush } from '../../config/push/config-push.ts';
import { createFirebasePush } from '../../providers/app-push/firebase-push.ts';
import { createWebPush } from '../../providers/push/web-push.ts';
import { createTestApp } from '../auth/fixtures/create-test-app.ts';
import { queueEmail } from '../emails/queue-email.ts';
import { wantsEmails } from '../notifications/store.ts';
import { openOrderSandbox } from '../orders/fixtures/order-sandbox.ts';
import { type Registered, registerConfirmed } from './fixtures/register-confirmed.ts';

const rig = await createTestApp();
const { driver, base } = await openOrderSandbox();
afterAll(() => rig.close());
const { push } = rig.context.providers;
const { web } = push;
const { FIREBASE_ACCOUNT = '', FIREBASE_URL = '' } = sandboxPush(base);
// The service reads the real time.
const clock = { now: () => new Date() };
const app = createFirebasePush({ FIREBASE_ACCOUNT, FIREBASE_URL }, clock);
push.app = app;
afterEach(() => {
  push.web = web;
  push.app = app;
});
const key = web?.key ?? '';

const register = () => registerConfirmed(rig);

async function signInAgain({ email, password }: Registered): Promise<string> {
  return (await rig.call('/signin', { email, password, 'g-recaptcha-response': randomUUID() })).body.access;
}

/** Subscribes a browser of the client. @returns what it was shown so far */
async function subscribe({ access }: Registered, device_id = 'browser', madeWith = key) {
  const { id, endpoint, keys } = await driver.pushSubscription(madeWith);
  const push_token = JSON.stringify({ endpoint, expirationTime: null, keys, key: madeWith });
  const fields = { push_token, device_id, platform: 'web', is_enabled: '1' };
  expect((await rig.call('/notifications/push_token', fields, access)).body).toMatchObject({ success: 1 });
  await rig.deliver();
  return { id, fields, shown: () => driver.pushMessages(id) };
}

const order = {
  niceId: 'CW7Q2M9V4T8K1N5X3B',
  payin: '250 EUR',
  payout: '0.0041 BTC',
  way: 'network',
  refundMethod: '',
  refunded: '',
};

async function happen({ clientId, email }: Registered, occasion: string = randomUUID()) {
  const isWanted = wantsEmails(clientId, 'orders');
  const message = { recipient: email, language: 'en' as const, clientId, occasion, isWanted };
  await rig.db
    .transaction()
    .execute((trx) => queueEmail(rig.context, trx, { ...message, template: 'order-sent', parameters: order }));
  await rig.deliver();
}

const tokens = ({ clientId }: Registered) =>
  rig.db.selectFrom('pushTokens').select(['deviceId', 'pushToken']).where('clientId', '=', clientId).execute();
/** Entries of the list, beside what is said of the devices themselves. */
const listed = async ({ access }: Registered) =>
  ((await rig.call('/notifications', {}, access)).body as unknown as { data: { type: string }[] }).data.filter(
    ({ type }) => type !== 'push-on',
  ).length;
const choose = ({ access }: Registered, fields: Record<string, string>) =>
  rig.call('/client/subscription/update', { is_news: '0', is_offers: '0', is_order_letters: '1', ...fields }, access);
const messagesTo = ({ email }: Registered) => rig.sent.filter(({ to }) => to === email).map(({ subject }) => subject);

describe('push messages to browsers', () => {
  test('an event is shown once, with its text and its page and nothing else, signed for this service', async () => {
    const client = await register();
    const { shown } = await subscribe(client);
    await happen(client, 'sent:once');
    await happen(client, 'sent:once');
    const [first, ...more] = await shown();
    expect(more).toEqual([]);
    expect(first?.subject).toBe('mailto:support@example.com');
    expect(first?.ttl).toBe(86_400);
    const { topic = '', ...message } = first?.message ?? {};
    expect(message).toEqual({
      title: 'Sent to the network',
      text: expect.stringContaining('0.0041 BTC'),
      path: `/order-status/${order.niceId}`,
    });
    expect(topic.replaceAll('-', '')).toBe(first?.topic);
    expect(JSON.stringify(first)).not.toContain(client.email);
  });

  test('1-40 it is written in the client’s language, and leads to the page in it', async () => {
    const client = await register();
    const { shown } = await subscribe(client);
    await rig.db.updateTable('clients').set({ language: 'uk' }).where('clientId', '=', client.clientId).execute();
    await happen(client);
    expect((await shown())[0]?.message).toMatchObject({
      title: expect.stringMatching(/[А-яіїє]/),
      path: `/uk/order-status/${order.niceId}`,
    });
  });

  test('a browser that unsubscribed is forgotten, the others still learn', async () => {
    const client = await register();
    const other = { ...client, access: await signInAgain(client) };
    const [gone, shown] = [await subscribe(client, 'gone'), (await subscribe(other, 'other')).shown];
    const before = (await shown()).length;
    await fetch(`${base}/push/control/subscriptions/${gone.id}`, { method: 'DELETE' });
    await happen(client);
    expect((await tokens(client)).map(({ deviceId }) => deviceId)).toEqual(['other']);
    expect((await shown()).length - before).toBe(1);
  });

  test('a service that fails is asked again, and nothing is forgotten', async () => {
    const client = await register();
    const { shown } = await subscribe(client);
    await driver.makeFault({ provider: 'push', fault: 'error', count: 1 });
    await happen(client);
    expect(await shown()).toHaveLength(1);
    expect(await tokens(client)).toHaveLength(1);
  });

  test('a session that ended, or ran out, gets no more messages', async () => {
    const [ended, old] = [await register(), await register()];
    const [atEnded, atOld] = [await subscribe(ended), await subscribe(old)];
    await rig.call('/logout', {}, ended.access);
    await rig.db
      .updateTable('sessions')
      .set({ expiresAt: rig.clock.now() })
      .where('clientId', '=', old.clientId)
      .execute();
    await happen(ended);
    await happen(old);
    expect(await tokens(ended)).toEqual([]);
    expect([await atEnded.shown(), await atOld.shown()]).toEqual([[], []]);
  });

  test('a new key serves new browsers, the earlier one those of before, until it is taken away', async () => {
    const client = await register();
    const { shown } = await subscribe(client);
    const config = rig.context.config;
    const added = 'Zm9yIGEgdGVzdCBvZiByb3RhdGlvbiBvZiBrZXlzLi4';
    push.web = createWebPush({ ...config, PUSH_KEYS: `${added},${config.PUSH_KEYS}` });
    expect((await rig.call('/client/subscription', {}, client.access)).body['push_key']).toBe(push.web?.key);
    expect(push.web?.key).not.toBe(key);
    await happen(client);
    expect(await shown()).toHaveLength(1);
    push.web = createWebPush({ ...config, PUSH_KEYS: added });
    await happen(client);
    expect(await shown()).toHaveLength(1);
    expect(await tokens(client)).toEqual([]);
  });

  test('the settings say whether it is on in this session alone', async () => {
    const client = await register();
    const isHere = async (access: string) => (await rig.call('/client/subscription', {}, access)).body['is_push_here'];
    expect(await isHere(client.access)).toBe(0);
    const { fields } = await subscribe(client);
    const other = await signInAgain(client);
    expect([await isHere(client.access), await isHere(other)]).toEqual([1, 0]);
    await rig.call('/notifications/push_token', { ...fields, push_token: 'none', is_enabled: '0' }, client.access);
    expect(await isHere(client.access)).toBe(0);
    expect(await tokens(client)).toEqual([]);
  });
});

describe('1-26, C-58 push messages to the app around the page', () => {
  /** The app of a phone hands over its token. @returns what it was shown so far */
  async function install({ access }: Registered, platform: 'ios' | 'android') {
    const token = `app-${randomUUID()}`;
    const fields = { push_token: token, device_id: `phone-${token}`, platform, is_enabled: '1' };
    expect((await rig.call('/notifications/push_token', fields, access)).body).toMatchObject({ success: 1 });
    await rig.deliver();
    return { token, shown: () => driver.appMessages(token) };
  }

  test.each(['ios', 'android'] as const)('an event reaches the app on %s, once, with its page', async (platform) => {
    const client = await register();
    const { shown } = await install(client, platform);
    await happen(client, `sent:${platform}`);
    await happen(client, `sent:${platform}`);
    const [first, ...more] = await shown();
    expect(more).toEqual([]);
    expect(first?.notification).toEqual({
      title: 'Sent to the network',
      body: expect.stringContaining('0.0041 BTC'),
    });
    expect(first?.data.path).toBe(`/order-status/${order.niceId}`);
    // Sent again after a fault it takes the place of the first.
    const { topic } = first?.data ?? {};
    expect([first?.android.notification.tag, first?.apns.headers['apns-collapse-id']]).toEqual([topic, topic]);
    expect(JSON.stringify(first)).not.toContain(client.email);
  });

  test('as the client chose: off for orders, nothing is sent to it', async () => {
    const client = await register();
    const { shown } = await install(client, 'ios');
    await choose(client, { is_order_push: '0' });
    await happen(client);
    expect([await shown(), await listed(client)]).toEqual([[], 1]);
  });

  test('an app that is uninstalled is forgotten; a fault of the service removes no app, and is tried again', async () => {
    const client = await register();
    const { token, shown } = await install(client, 'android');
    await driver.makeFault({ provider: 'push', fault: 'error', count: 1 });
    await happen(client);
    expect((await shown()).length).toBe(1);
    expect(await tokens(client)).toHaveLength(1);
    await driver.uninstallApp(token);
    await happen(client);
    expect(await tokens(client)).toEqual([]);
  });

  test('a key that the service does not know sends nothing, and removes no app', async () => {
    const client = await register();
    const { shown } = await install(client, 'ios');
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const account = {
      ...readFirebaseAccount(FIREBASE_ACCOUNT),
      private_key: privateKey.export({ type: 'pkcs8', format: 'pem' }),
    };
    push.app = createFirebasePush({ FIREBASE_URL, FIREBASE_ACCOUNT: JSON.stringify(account) }, clock);
    const message = { topic: 'one', title: 'T', text: 'x', path: '/' };
    await expect(push.app?.send('token', message)).rejects.toMatchObject({ code: 'token_400' });
    expect([await shown(), (await tokens(client)).length]).toEqual([[], 1]);
  });

  test('without an account nothing is sent, and the token waits', async () => {
    const client = await register();
    const { shown } = await install(client, 'ios');
    push.app = createFirebasePush(
      { FIREBASE_ACCOUNT: '', FIREBASE_URL: 'https://push.example.com' },
      rig.context.clock,
    );
    await happen(client);
    expect([push.app, await shown(), (await tokens(client)).length]).toEqual([undefined, [], 1]);
  });
});

describe('what a browser says is not believed', () => {
  const keys = {
    p256dh: key,
    auth: 'AAAAAAAAAAAAAAAAAAAAAA',
  };
  const live = createWebPush({ ...rig.context.config, WEBHOOK_PRIVATE_TARGETS: 'off' });
  const token = (endpoint: string, more: object = {}) => JSON.stringify({ endpoint, keys, key, ...more });

  test.each([
    'https://10.0.0.8/push',
    'https://127.0.0.1/push',
    'https://[::1]/push',
    'https://169.254.169.254/latest/meta-data',
    'https://localhost/push',
    'https://inside/push',
    'http://push.example.com/one',
    'https://name:word@push.example.com/one',
    'ftp://push.example.com/one',
  ])('%s is no push service', (endpoint) => {
    expect(live?.read(token(endpoint))).toBeUndefined();
  });

  test.each([
    ['no JSON', 'nonsense'],
    ['no key', JSON.stringify({ endpoint: 'https://push.example.com/one' })],
    ['a short key', token('https://push.example.com/one', { keys: { ...keys, p256dh: 'AAAA' } })],
  ])('%s is no subscription', (_name, given) => expect(live?.read(given)).toBeUndefined());

  test('one of the open internet is', () => expect(live?.read(token('https://push.example.com/one'))).toBeDefined());

  test('a name that leads inside is looked up when it is used, and forgotten', async () => {
    const message = { topic: 'one', title: '', text: '', path: '/' };
    expect(await live?.send(token('https://localhost/push'), message)).toBe('gone');
  });

  test('the call refuses it, and says which field', async () => {
    const { access } = await register();
    const fields = { push_token: 'nonsense', device_id: 'browser', platform: 'web', is_enabled: '1' };
    expect((await rig.call('/notifications/push_token', fields, access)).body).toMatchObject({
      success: 0,
      errors: [{ code: 'FIELD_INVALID', field: 'push_token' }],
    });
  });
});

describe('A-113 each event by the channels that the client chose', () => {
  test('e-mail off, push and list on', async () => {
    const client = await register();
    const { shown } = await subscribe(client);
    await choose(client, { is_order_letters: '0' });
    const before = messagesTo(client).length;
    await happen(client);
    expect([messagesTo(client).length - before, (await shown()).length, await listed(client)]).toEqual([0, 1, 1]);
  });

  test('push off, e-mail and list on', async () => {
    const client = await register();
    const { shown } = await subscribe(client);
    await choose(client, { is_order_push: '0' });
    const before = messagesTo(client).length;
    await happen(client);
    expect([messagesTo(client).length - before, (await shown()).length, await listed(client)]).toEqual([1, 0, 1]);
  });

  test('the list off, e-mail and push on: nothing of it is kept once it was sent', async () => {
    const client = await register();
    const { shown } = await subscribe(client);
    await choose(client, { is_order_listed: '0' });
    const before = messagesTo(client).length;
    await happen(client);
    expect([messagesTo(client).length - before, (await shown()).length, await listed(client)]).toEqual([1, 1, 0]);
    const kept = rig.db.selectFrom('notifications').select('template').where('clientId', '=', client.clientId);
    expect(await kept.execute()).toEqual([{ template: 'push-on' }]);
  });

  test('no channel at all for orders: nothing is written, sent or kept', async () => {
    const client = await register();
    const { shown } = await subscribe(client);
    await choose(client, { is_order_letters: '0', is_order_push: '0', is_order_listed: '0' });
    const before = messagesTo(client).length;
    await happen(client);
    expect([messagesTo(client).length - before, (await shown()).length, await listed(client)]).toEqual([0, 0, 0]);
  });

  test('a choice for verification is not one for orders, and what a saving leaves out stays', async () => {
    const client = await register();
    await choose(client, { is_verification_letters: '0', is_security_push: '0' });
    await choose(client, {});
    expect((await rig.call('/client/subscription', {}, client.access)).body).toMatchObject({
      is_order_letters: 1,
      is_order_push: 1,
      is_verification_letters: 0,
      is_security_push: 0,
    });
    const before = messagesTo(client).length;
    const { clientId, email } = client;
    const message = { recipient: email, language: 'en' as const, clientId, occasion: randomUUID() };
    await rig.db.transaction().execute((trx) =>
      queueEmail(rig.context, trx, {
        ...message,
        template: 'verification-approved',
        parameters: { path: '/verification' },
      }),
    );
    await rig.deliver();
    expect(messagesTo(client).length - before).toBe(0);
    expect(await listed(client)).toBe(1);
  });

  test('letters about the account’s security are sent and listed whatever is chosen', async () => {
    const client = await register();
    const off = { is_order_letters: '0', is_order_push: '0', is_order_listed: '0', is_security_push: '0' };
    await choose(client, { ...off, is_verification_letters: '0', is_verification_listed: '0' });
    const before = messagesTo(client).length;
    const { clientId, email } = client;
    const message = { recipient: email, language: 'en' as const, clientId, occasion: randomUUID() };
    await rig.db
      .transaction()
      .execute((trx) =>
        queueEmail(rig.context, trx, { ...message, template: 'two-factor-off', parameters: { path: '/settings' } }),
      );
    await rig.deliver();
    expect([messagesTo(client).length - before, await listed(client)]).toEqual([1, 1]);
  });
});
