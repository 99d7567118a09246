import { randomUUID } from 'node:crypto';
import { pushPlatforms } from '@causeway/domain/clients/push-platforms';
import { afterAll, describe, expect, test } from 'vitest';
import { createTestApp } from '../auth/fixtures/create-test-app.ts';

const rig = await createTestApp();
afterAll(() => rig.close());

let number = 0;

async function register() {
  number += 1;
  const email = `settings${number}@example.com`;
  const fields = { email, password: 'correct horse battery', is_agree_terms: '1' };
  return (await rig.call('/signup', { ...fields, 'g-recaptcha-response': randomUUID() })).body.access;
}

const subscription = async (access: string) => (await rig.call('/client/subscription', {}, access)).body;

describe('C-64 C-65 e-mails', () => {
  test('order e-mails are on and news are off at first; what is saved is read', async () => {
    const access = await register();
    expect(await subscription(access)).toMatchObject({ success: 1, is_news: 0, is_offers: 0, is_order_letters: 1 });
    const chosen = { is_news: '1', is_offers: '0', is_order_letters: '0' };
    await rig.call('/client/subscription/update', chosen, access);
    expect(await subscription(access)).toMatchObject({ success: 1, is_news: 1, is_offers: 0, is_order_letters: 0 });
  });

  test('one client never writes over another', async () => {
    const [mine, theirs] = [await register(), await register()];
    const client_id = randomUUID();
    await rig.call(
      '/client/subscription/update',
      { is_news: '1', is_offers: '1', is_order_letters: '0', client_id },
      mine,
    );
    expect(await subscription(theirs)).toMatchObject({ is_news: 0, is_order_letters: 1 });
  });
});

describe('A-105 C-66 C-67 changes of the company agreement', () => {
  const required = async (access: string) => {
    const { client } = (await rig.call('/onramp/client', {}, access)).body as {
      client?: { is_company_agreement_required: number };
    };
    return client?.is_company_agreement_required;
  };
  const publish = (version: string, text = '<p><b>New</b> terms</p><script>alert(1)</script>') =>
    rig.db
      .insertInto('companyAgreements')
      .values({
        version,
        companyName: 'Example Ltd',
        titles: JSON.stringify({ en: `Terms ${version}`, uk: `Умови ${version}` }),
        texts: JSON.stringify({ en: text }),
        publishedAt: rig.clock.now(),
      })
      .execute();

  test('who registered before must accept, who comes later need not; accepting clears it', async () => {
    const old = await register();
    expect(await required(old)).toBe(0);
    rig.clock.advance(1000);
    await publish('2026-11');
    rig.clock.advance(1000);
    const young = await register();
    expect([await required(old), await required(young)]).toEqual([1, 0]);
    const { body } = await rig.call('/client/company_changes', {}, old);
    expect(body).toMatchObject({ version: '2026-11', title: 'Terms 2026-11', company_name: 'Example Ltd' });
    expect(body['text']).toContain('<p><b>New</b> terms</p>');
    expect(body['text']).not.toContain('<script');
    const refuse = await rig.call('/client/company_changes/accept', { version: '2026-11', is_agree: '0' }, old);
    expect(refuse.body.errors[0]).toMatchObject({ code: 'AGREEMENT_REQUIRED', field: 'is_agree' });
    const wrong = await rig.call('/client/company_changes/accept', { version: '2025-01', is_agree: '1' }, old);
    expect(wrong.body.errors[0]).toMatchObject({ code: 'CONFLICT' });
    expect(await required(old)).toBe(1);
    const accepted = { version: '2026-11', is_agree: '1' };
    expect((await rig.call('/client/company_changes/accept', accepted, old)).body.success).toBe(1);
    expect((await rig.call('/client/company_changes/accept', accepted, old)).body.success).toBe(1);
    expect(await required(old)).toBe(0);
    expect((await rig.call('/client/company_changes', {}, old)).body['version']).toBe('');
    // Nothing waits any more: only what was accepted may come again, after a lost answer.
    const other = await rig.call('/client/company_changes/accept', { version: 'any', is_agree: '1' }, old);
    expect(other.body.errors[0]).toMatchObject({ code: 'CONFLICT', field: 'version' });
    for (const version of ['2026-11', ''])
      expect(
        (await rig.call('/client/company_changes/accept', { version, is_agree: '1' }, young)).body.errors[0],
      ).toMatchObject({ code: 'CONFLICT', field: 'version' });
  });

  test('a version that no client could send back is not published', async () => {
    await expect(publish('v'.repeat(41))).rejects.toThrow('company_agreements_version_length');
  });

  test('one that is published in the future does not count yet', async () => {
    const access = await register();
    rig.clock.advance(1000);
    await rig.db
      .insertInto('companyAgreements')
      .values({
        version: 'future',
        companyName: '',
        titles: '{"en":"t"}',
        texts: '{"en":"t"}',
        publishedAt: new Date(rig.clock.now().getTime() + 60_000),
      })
      .execute();
    expect(await required(access)).toBe(0);
    rig.clock.advance(61_000);
    expect(await required(access)).toBe(1);
  });
});

describe('C-58 push tokens', () => {
  test('a device belongs to the client who registered it last, and can stop', async () => {
    const [first, second] = [await register(), await register()];
    const device = { device_id: 'phone', push_token: 'token-1', platform: 'ios', is_enabled: '1' };
    await rig.call('/notifications/push_token', device, first);
    await rig.call('/notifications/push_token', device, second);
    expect(await rig.db.selectFrom('pushTokens').select('pushToken').execute()).toHaveLength(1);
    await rig.call('/notifications/push_token', { ...device, is_enabled: '0' }, second);
    expect(await rig.db.selectFrom('pushTokens').select('pushToken').execute()).toEqual([]);
  });

  test('a name of a device that got known takes nothing from its owner', async () => {
    const [owner, thief] = [await register(), await register()];
    const device = { device_id: 'known', push_token: 'token-of-owner', platform: 'android', is_enabled: '1' };
    await rig.call('/notifications/push_token', device, owner);
    await rig.call('/notifications/push_token', { ...device, push_token: 'other', is_enabled: '0' }, thief);
    await rig.call('/notifications/push_token', { ...device, push_token: 'token-of-thief' }, thief);
    const rows = await rig.db.selectFrom('pushTokens').select('pushToken').where('deviceId', '=', 'known').execute();
    expect(rows.map(({ pushToken }) => pushToken).toSorted()).toEqual(['token-of-owner', 'token-of-thief']);
  });

  test.each([['toaster'], ['simulated'], ['iOS'], [undefined]])(
    'a system without a push service is refused with the list: %s',
    async (platform) => {
      const access = await register();
      const device = { device_id: 'toaster', push_token: 'token-of-toaster', is_enabled: '1' };
      const sent = platform === undefined ? device : { ...device, platform };
      const { status, body } = await rig.call('/notifications/push_token', sent, access);
      const [item] = body.errors as { field: string; text: string }[];
      expect([status, item?.field]).toEqual([400, 'platform']);
      expect(item?.text).toContain('ios, android, web');
      const kept = rig.db.selectFrom('pushTokens').select('platform').where('deviceId', '=', 'toaster');
      expect(await kept.execute()).toEqual([]);
    },
  );

  const key = rig.context.providers.push.web?.key;
  const keys = { p256dh: key, auth: 'AAAAAAAAAAAAAAAAAAAAAA' };
  const webToken = JSON.stringify({ endpoint: 'https://push.example.com/one', keys, key });

  test('the database holds the same list as the contract', async () => {
    const access = await register();
    for (const platform of pushPlatforms) {
      const push_token = platform === 'web' ? webToken : platform;
      const device = { device_id: `of-${platform}`, push_token, platform, is_enabled: '1' };
      expect((await rig.call('/notifications/push_token', device, access)).status).toBe(200);
    }
    const other = rig.db.updateTable('pushTokens').set({ platform: 'toaster' }).where('deviceId', '=', 'of-web');
    await expect(other.execute()).rejects.toThrow(/push_tokens_platform/);
  });
});
