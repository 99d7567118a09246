import { readFileSync, readdirSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import type { AppContext } from '../../context.ts';
import { createFileVault } from '../../providers/key-vault/file-vault.ts';
import { firstKey, playKms, secondKey, strangersKey } from '../../providers/key-vault/fixtures/played-kms.ts';
import { createKmsVault } from '../../providers/key-vault/kms-vault.ts';
import type { KeyVault } from '../../providers/key-vault/port.ts';
import { deriveKey, deriveKeys, keyPurposes, type KeyPurpose } from '../../secrets/derive-key.ts';
import { openText, sealText } from '../../secrets/seal-text.ts';
import { createTestApp } from '../auth/fixtures/create-test-app.ts';
import { readAccessToken, signAccessToken } from '../auth/access-token.ts';
import { addClient } from '../clients/add-client.ts';
import { hashCode, isCode } from '../clients/rules.ts';
import { hashRecoveryCode, hashRecoveryCodes } from '../two-factor/recovery-codes.ts';
import { reseal, sealedColumns } from './reseal.ts';

const rig = await createTestApp();
afterAll(() => rig.close());
const old = rig.context.config;
const both = {
  ...old,
  ACCESS_TOKEN_SECRET: 'a-new-sandbox-secret-of-forty-signs-0123',
  PREVIOUS_ACCESS_TOKEN_SECRETS: [old.ACCESS_TOKEN_SECRET],
};
const only = { ...both, PREVIOUS_ACCESS_TOKEN_SECRETS: [] };
const withConfig = (config: typeof old): AppContext => ({ ...rig.context, config });

/** The key of a client, sealed by the master key of the key vault, and what that key seals. */
const byKeyOfClient = [
  'client_keys.sealed',
  'data_exports.sealed_key',
  'documents.sealed_details',
  'documents.sealed_key',
  'uploads.sealed_key',
  'verifications.sealed_comments',
  'verifications.sealed_fields',
];

/** Keys that rotate without an overlap, and why that does no harm. */
const withoutOverlap: Readonly<Partial<Record<KeyPurpose, string>>> = {
  'refresh tokens': 'makes the token that follows one: an exchange at that very moment signs in again',
  'deleted clients': 'is opened by no server; sealed again',
  payers: 'names who repeats an order',
  'rate limits': 'counts begin at 0 again',
  'counted tries': 'counts begin at 0 again',
  'captcha challenges': 'works again',
  log: 'is compared within a day',
};

describe('a live server is strict: signing and sealing keys rotate with an overlap', () => {
  test('what the old secret signed and hashed is good until the secret is taken away', async () => {
    const token = { clientId: crypto.randomUUID(), sessionId: crypto.randomUUID() };
    const now = rig.clock.now();
    const signed = await signAccessToken(old, token, now);
    expect([await readAccessToken(both, signed, now), await readAccessToken(only, signed, now)]).toEqual([
      token,
      'invalid',
    ]);
    expect(await readAccessToken(both, await signAccessToken(both, token, now), now)).toEqual(token);
    const kept = hashCode(old, 'code-1', '123456');
    expect([isCode(both, 'code-1', '123456', kept), isCode(only, 'code-1', '123456', kept)]).toEqual([true, false]);
    expect(isCode(both, 'code-1', '123457', kept)).toBe(false);
    const recovery = hashRecoveryCode(old, token.clientId, '7Q2M9-V4T8K');
    expect(hashRecoveryCodes(both, token.clientId, '7Q2M9-V4T8K')).toContainEqual(recovery);
    expect(hashRecoveryCodes(only, token.clientId, '7Q2M9-V4T8K')).not.toContainEqual(recovery);
  });

  test('every purpose of a key takes what the earlier secret made, or says why not', () => {
    const folder = new URL('../../', import.meta.url);
    const source = readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
      .map((name) => readFileSync(new URL(name, folder), 'utf8'))
      .join('\n');
    const used = (call: string) =>
      new Set(
        [...source.matchAll(new RegExp(`\\b${call}\\([\\w.]*config, '([^']+)'\\)`, 'g'))].map(([, of = '']) => of),
      );
    const [opening, making] = [used('deriveKeys'), used('deriveKey')];
    expect([...opening, ...Object.keys(withoutOverlap)].toSorted()).toEqual([...keyPurposes].toSorted());
    // `person marks` are made under each.
    expect(keyPurposes.filter((purpose) => !making.has(purpose))).toEqual(['recovery codes', 'person marks']);
  });

  test('sealed text is sealed again, once, and opens without the old secret', async () => {
    const seal = (text: string) => sealText(deriveKey(old, 'webhook secrets'), rig.context.random, text);
    await rig.db
      .insertInto('partners')
      .values({ partnerKey: 'pk_seal', name: 'Seal', createdAt: rig.clock.now() })
      .execute();
    const row = { partnerKey: 'pk_seal', createdAt: rig.clock.now() };
    await rig.db
      .insertInto('webhookSecrets')
      .values([
        { ...row, keyId: 'wk_1', sealed: seal('whsec_one') },
        { ...row, keyId: 'wk_2', sealed: Buffer.from('nobody opens this text, however long').toString('base64') },
      ])
      .execute();
    const counts = async () => (await reseal(withConfig(both), { operator: 'grace' })).at(-1);
    expect(await counts()).toEqual({ table: 'webhook_secrets', sealed: 1, lost: 1 });
    const { sealed } = await rig.db
      .selectFrom('webhookSecrets')
      .select('sealed')
      .where('keyId', '=', 'wk_1')
      .executeTakeFirstOrThrow();
    expect(openText(deriveKeys(only, 'webhook secrets'), sealed)).toBe('whsec_one');
    expect(await counts()).toEqual({ table: 'webhook_secrets', sealed: 0, lost: 1 });
    const actions = await rig.db.selectFrom('operatorActions').select(['operator', 'action']).execute();
    expect(actions[0]).toEqual({ operator: 'grace', action: 'secrets_sealed_anew' });
  });

  test('every column of sealed text is in the list, or is sealed by a key of its own', () => {
    const types = readFileSync(new URL('../../database/types.generated.ts', import.meta.url), 'utf8');
    const toSnake = (name: string) => name.replace(/(?<!^)[A-Z]/g, '_$&').toLowerCase();
    const columns = [...types.matchAll(/^export interface (\w+) \{\n([^}]*)\}/gm)].flatMap(
      ([, table = '', body = '']) =>
        [...body.matchAll(/^ {2}(\w*[sS]ealed\w*): /gm)].map(([, name = '']) => `${toSnake(table)}.${toSnake(name)}`),
    );
    const bySecret = sealedColumns.map(({ table, column }) => `${table}.${column}`);
    expect([...bySecret, ...byKeyOfClient].toSorted()).toEqual(columns.toSorted());
  });

  test('keys of clients are closed again by the present master key, once; one that no master key opens stays', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'causeway-masters-'));
    const [earlier, present] = [createFileVault(join(folder, 'old')), createFileVault(join(folder, 'new'))];
    const both: KeyVault = {
      wrap: (key) => present.wrap(key),
      unwrap: (wrapped) => present.unwrap(wrapped).catch(() => earlier.unwrap(wrapped)),
      isCurrent: (wrapped) => present.isCurrent(wrapped),
    };
    const key = Buffer.alloc(32, 7);
    const person = { passwordHash: '', language: 'en', partnerKey: null, referrerId: '' } as const;
    const add = (email: string) => addClient(rig.context, rig.db, { ...person, email });
    const clientIds = [await add('one@example.com'), await add('two@example.com'), await add('three@example.com')];
    const sealed = [await earlier.wrap(key), await present.wrap(key), 'abcdefabcdef.bm9ib2R5'];
    for (const [at, clientId] of clientIds.entries())
      await rig.db
        .insertInto('clientKeys')
        .values({ clientId: clientId ?? '', sealed: sealed[at] ?? '', createdAt: rig.clock.now() })
        .execute();
    const context = { ...rig.context, providers: { ...rig.context.providers, keyVault: both } };
    expect(await reseal(context, { operator: 'anna' })).toContainEqual({ table: 'client_keys', sealed: 1, lost: 1 });
    const rows = await rig.db.selectFrom('clientKeys').select(['clientId', 'sealed']).execute();
    const of = (at: number) => rows.find(({ clientId }) => clientId === clientIds[at])?.sealed ?? '';
    expect(Buffer.from(await present.unwrap(of(0))).equals(key)).toBe(true);
    expect([of(1), of(2)]).toEqual(sealed.slice(1));
    expect(await reseal(context, { operator: 'anna' })).toContainEqual({ table: 'client_keys', sealed: 0, lost: 1 });
  });

  test('a key service that is away has lost no key: it says try again, with an alarm, and goes on afterwards', async () => {
    const played = await playKms();
    afterAll(() => played.close());
    await rig.db.deleteFrom('clientKeys').execute();
    const old = createKmsVault({ ...played.settings, keys: [firstKey] });
    const foreign = createKmsVault({ ...played.settings, keys: [strangersKey] });
    const key = Buffer.alloc(32, 9);
    const [good, strangers] = [await old.wrap(key), await foreign.wrap(key)];
    const changed = `${(await old.wrap(key)).slice(0, -4)}AAAA`;
    const person = { passwordHash: '', language: 'en', partnerKey: null, referrerId: '' } as const;
    for (const [at, sealed] of [good, strangers, changed].entries()) {
      const clientId = (await addClient(rig.context, rig.db, { ...person, email: `kms-${at}@example.com` })) ?? '';
      await rig.db.insertInto('clientKeys').values({ clientId, sealed, createdAt: rig.clock.now() }).execute();
    }
    const keyVault = createKmsVault({ ...played.settings, keys: [secondKey, firstKey], timeoutMs: 300 });
    const context = { ...rig.context, providers: { ...rig.context.providers, keyVault } };
    const texts = async () =>
      (await rig.db.selectFrom('clientKeys').select('sealed').execute()).map((row) => row.sealed);
    const alarms = async () =>
      (await rig.db.selectFrom('alarms').select('kind').where('clearedAt', 'is', null).execute()).map(
        ({ kind }) => kind,
      );
    const records = async () =>
      (await rig.db.selectFrom('operatorActions').select('actionId').where('operator', '=', 'vera').execute()).length;
    for (const fault of ['hangs', 'fails', 'half', 'drops the answer'] as const) {
      played.fault = fault;
      await expect(reseal(context, { operator: 'vera' }), fault).rejects.toThrow(/does not answer.*try again/);
      expect((await texts()).toSorted()).toEqual([good, strangers, changed].toSorted());
      expect([await records(), await alarms()]).toEqual([0, ['key_service_away']]);
    }
    played.fault = undefined;
    expect(await reseal(context, { operator: 'vera' })).toContainEqual({ table: 'client_keys', sealed: 1, lost: 2 });
    expect([await records(), await alarms()]).toEqual([1, []]);
  });
});
