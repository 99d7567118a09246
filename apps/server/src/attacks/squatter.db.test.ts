import { allCalls } from '@causeway/contract/calls/all-calls';
import type { Call } from '@causeway/contract/define-call';
import { eachSwitch, notificationSwitches } from '@causeway/contract/shapes/notification-switches';
import { encodeForm } from '@causeway/contract/wire/encode-form';
import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { toTableName } from '../database/grant-privileges.ts';
import { readBalance } from '../ledger/balances.ts';
import { paths } from '../ledger/paths.ts';
import { openSession } from '../modules/auth/open-session.ts';
import { hasConsent } from '../modules/consents/keep-consents.ts';
import { openBuyer } from '../modules/merchants/open-buyer.ts';
import { runRecordsCommand } from '../modules/operating/client-records.ts';
import { askRecovery, done } from './fixtures/ends.ts';
import { openAttackWorld, type AttackWorld, type Victim } from './fixtures/open-attack-world.ts';
import { columnsAfterClaim, columnsOfStranger, endedByClaim, staysAfterClaim } from './fixtures/strangers.ts';

const attack = await openAttackWorld();
const { context, world } = attack;
const { db } = context;
const newPassword = 'a lamp in the attic';

/** Who registered an address and cannot read its e-mails. */
async function squat(email?: string, level = 'unverified'): Promise<Victim> {
  const stranger = await attack.register();
  const unconfirmed = { emailConfirmedAt: null, level, email: email ?? stranger.email };
  await db.updateTable('clients').set(unconfirmed).where('clientId', '=', stranger.clientId).execute();
  return { ...stranger, email: unconfirmed.email };
}

const tables = Object.entries(endedByClaim).map(([name, setUp]) => ({ table: toTableName(name), ...setUp }));

/** Tables that still hold something with an effect. */
async function listAlive(clientId: string): Promise<string[]> {
  const found: string[] = [];
  for (const { table, alive = 'true' } of tables) {
    const { rows } = await sql`
      select from ${sql.table(table)} where client_id = ${clientId}::uuid and (${sql.raw(alive)}) limit 1
    `.execute(db);
    if (rows.length > 0) found.push(table);
  }
  return found;
}

const agreed = { is_agree_terms: '1' };

/** Ways in which the owner of an address gets the account that somebody else has registered. */
const claims: Readonly<Record<string, (own: AttackWorld, stranger: Victim) => Promise<Claim>>> = {
  'by a link for a new password': async (own, stranger) => {
    const fields = { token: await askRecovery(own, stranger), new_password: newPassword };
    return (more = agreed) => own.call('/password/reset', { ...fields, new_password_repeat: newPassword, ...more });
  },
  'by a code that signs in': async ({ call, read }, { email }) => {
    const { uuid } = await done(call('/signin/code/new', { email }));
    const code = await read(email, /\b\d{6}\b/, 'It works once, for 10 minutes');
    return (more = agreed) => call('/signin/code', { uuid: String(uuid), code, ...more });
  },
};
/** Sends what the e-mail has brought. */
type Claim = (more?: Readonly<Record<string, string>>) => ReturnType<AttackWorld['call']>;

describe('an unconfirmed account has no owner: what was set up before ends with the claim', () => {
  test('every table of a client ends or says why it stays', async () => {
    const { rows } = await sql<{ name: string }>`
      select table_name as name from information_schema.columns
      where table_schema = 'public' and column_name = 'client_id' and table_name not in (
        select relname from pg_class where relispartition and relnamespace = 'public'::regnamespace
      )
    `.execute(db);
    const known = [...Object.keys(endedByClaim), ...Object.keys(staysAfterClaim)].map(toTableName);
    expect(known.toSorted()).toEqual(rows.map(({ name }) => name).toSorted());
  });

  test('every column of an account is as in a new one after the claim, or says why not', async () => {
    const fresh = await attack.register();
    const row = async (clientId: string) =>
      db.selectFrom('clients').selectAll().where('clientId', '=', clientId).executeTakeFirstOrThrow();
    const usual = await row(fresh.clientId);
    expect([...Object.keys(columnsOfStranger), ...Object.keys(columnsAfterClaim)].toSorted()).toEqual(
      Object.keys(usual).toSorted(),
    );
    const names = z.array(z.string()).parse(Object.keys(columnsOfStranger));
    const pick = (found: object) => Object.entries(found).filter(([name]) => names.includes(name));
    for (const claim of Object.values(claims)) {
      const { clientId, ...stranger } = await squat();
      const left = Object.entries(columnsOfStranger).map(([name, value]) => sql`${sql.ref(name)} = ${sql.raw(value)}`);
      await sql`update clients set ${sql.join(left)} where client_id = ${clientId}::uuid`.execute(db);
      await done((await claim(attack, { clientId, ...stranger }))());
      await world.work();
      expect(pick(await row(clientId))).toEqual(pick(usual));
    }
  });

  test.each(Object.entries(claims))('%s', { timeout: 60_000 }, async (_name, claim) => {
    const stranger = await squat(undefined, 'identity');
    // Another client begins at the present time, an address or a level is changed last, and a new factor would end a
    // challenge that was begun before it.
    const ranks: Readonly<Record<string, number>> = { referrals: 0, passkey_challenges: 2, clients: 3 };
    const rank = ({ table }: { table: string }) => ranks[table] ?? 1;
    for (const { make } of tables.toSorted((one, other) => rank(one) - rank(other))) await make(attack, stranger);
    expect(await listAlive(stranger.clientId)).toEqual(tables.map(({ table }) => table));
    await done((await claim(attack, stranger))());
    await world.work();
    expect(await listAlive(stranger.clientId)).toEqual([]);
  });

  test.each(Object.entries(claims))(
    '%s: the owner agrees to the terms, in words of the owner’s own',
    async (_, claim) => {
      const stranger = await squat();
      const { clientId, other } = stranger;
      await done(
        attack.call(
          '/client/subscription/update',
          { is_news: '1', is_offers: '1', is_order_letters: '1' },
          other.access,
        ),
      );
      await done(
        attack.call(
          '/client/subscription/update',
          { is_news: '1', is_offers: '0', is_order_letters: '0', is_order_push: '0', is_security_push: '0' },
          other.access,
        ),
      );
      const agreement = { version: randomBytes(6).toString('hex'), companyName: 'Ada', titles: '{}', texts: '{}' };
      await db
        .insertInto('companyAgreements')
        .values({ ...agreement, publishedAt: context.clock.now() })
        .execute();
      await done(
        attack.call('/client/company_changes/accept', { version: agreement.version, is_agree: '1' }, other.access),
      );
      const ledger = () =>
        db
          .selectFrom('consents')
          .select(['purpose', 'subject', 'isGiven', 'textKey', 'agreedAt'])
          .where('clientId', '=', clientId)
          .orderBy('agreedAt')
          .orderBy('purpose')
          .execute();
      const client = () =>
        db.selectFrom('clients').selectAll().where('clientId', '=', clientId).executeTakeFirstOrThrow();
      const [before, registered] = [await ledger(), await client()];
      const said = (rows: typeof before) =>
        rows.map(({ purpose, isGiven, textKey }) => `${purpose} ${isGiven ? 'given' : 'ended'} ${textKey}`);
      const send = await claim(attack, stranger);

      const without: Readonly<Record<string, string>>[] = [{}, { is_agree_terms: '0' }];
      for (const more of without)
        expect((await send(more)).errors).toEqual([expect.objectContaining({ code: 'TERMS_REQUIRED' })]);
      expect(await client()).toEqual(registered);
      await done(send());

      const after = await ledger();
      expect(after.slice(0, before.length)).toEqual(before);
      expect(said(after.slice(before.length))).toEqual([
        'company ended tpl:auth:claimed',
        'news ended tpl:auth:claimed',
        'terms ended tpl:auth:claimed',
        'terms given tpl:auth:terms_line',
      ]);
      for (const purpose of ['company', 'news', 'offers'] as const)
        expect(await hasConsent(db, clientId, purpose)).toBe(false);
      expect(await hasConsent(db, clientId, 'terms')).toBe(true);
      const { agreedTermsAt, agreedCompanyVersion, ...kept } = await client();
      expect(eachSwitch(notificationSwitches, (name) => kept[name])).toEqual({
        ...eachSwitch(notificationSwitches, () => true),
        isNews: false,
        isOffers: false,
      });
      expect(agreedTermsAt.getTime()).toBeGreaterThan(registered.agreedTermsAt.getTime());
      expect([registered.agreedCompanyVersion, agreedCompanyVersion]).toEqual([agreement.version, '']);
      expect(await runRecordsCommand(context, ['agreed', stranger.niceId], 'tester')).toContain(
        'news  ended: not the owner’s',
      );
    },
  );

  test('no e-mail names a device of the stranger to the address', async () => {
    const { clientId, email, password } = await squat();
    const device = { device_id: randomBytes(6).toString('hex'), device_name: 'Call us: https://evil.example' };
    await done(attack.call('/signin', { email, password, ...device }));
    const queued = db.selectFrom('letters').select('template').where('clientId', '=', clientId);
    expect(await queued.where('template', '=', 'new-device').execute()).toEqual([]);
  });

  test('what the owner sets up afterwards stays', async () => {
    const stranger = await squat();
    await done((await claims['by a link for a new password']?.(attack, stranger))?.() ?? Promise.reject(new Error()));
    const { clientId } = stranger;
    const owner = {
      ...stranger,
      password: newPassword,
      other: { id: 'own', ...(await openSession(context, db, clientId, {})) },
    };
    await endedByClaim.savedDestinations?.make(attack, owner);
    await endedByClaim.destinationWaits?.make(attack, owner);
    await world.work();
    expect(await listAlive(clientId)).toEqual(['saved_destinations', 'destination_waits']);
  });
});

const example = z.record(z.string(), z.json());
const calls = allCalls.filter(
  ({ access, isStream, encoding }) => access === 'client' && isStream !== true && encoding !== 'multipart',
);

/** What a call answers, without what is of its own kind in every account: ids, keys, times and addresses. */
function shapeOf(value: unknown, name = ''): unknown {
  if (Array.isArray(value)) return value.map((part) => shapeOf(part));
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, shapeOf(part, key)]));
  if (name === 'request_id' || /_at$|_sec$/.test(name)) return '';
  const isOwn =
    typeof value === 'string' &&
    /@|^\w{2,4}[A-Z\d]{8,}|[\w-]{16,}|\d{4}-\d\d|seconds|^[A-Z2-7 ]{20,}$|^CW-\d{4} \d{4}$/.test(value);
  return isOwn ? 'own' : value;
}

async function answerOf(call: Call, { clientId }: Victim, niceId: string): Promise<unknown> {
  const { access } = await openSession(context, db, clientId, {});
  const path = call.path.replace('{niceId}', niceId).replace('{id}', '00000000-0000-4000-8000-000000000000');
  const form = encodeForm(example.parse(call.example ?? {}));
  if (form.has('nice_id')) form.set('nice_id', niceId);
  // Use new numbers and addresses: they are counted for all callers together.
  if (form.has('phone'))
    form.set('phone', `+447400${String(randomBytes(4).readUInt32BE()).padStart(6, '0').slice(-6)}`);
  if (form.has('email')) form.set('email', `${randomBytes(6).toString('hex')}@example.com`);
  form.set('g-recaptcha-response', randomBytes(9).toString('hex'));
  const isRead = call.method === 'GET';
  const response = await attack.app.inject({
    method: call.method,
    url: isRead ? `${path}?${form.toString()}` : path,
    headers: {
      'x-requested-with': 'XMLHttpRequest',
      'x-authorization': `Bearer ${access}`,
      ...(!isRead && { 'content-type': 'application/x-www-form-urlencoded' }),
    },
    ...(!isRead && { payload: form.toString() }),
  });
  const isJson = String(response.headers['content-type']).startsWith('application/json');
  return { call: call.name, status: response.statusCode, answer: isJson ? shapeOf(response.json()) : '' };
}

describe('an unconfirmed account has no owner: an e-mail address alone opens nothing', () => {
  test('at every call of clients who only registered the payer’s address sees and does what anybody else would', async () => {
    const email = `${randomBytes(6).toString('hex')}@example.com`;
    const [squatter, anybody] = [await squat(email), await squat()];
    const order = { is_merchant: '1', partner_key: 'pk_test_merchant', client_email: email };
    const amounts = { payin_amount: '0', payout_currency: 'USD', purchase_amount: '49.90', purchase_currency: 'USD' };
    const asked = { ...order, ...amounts, payin_currency: 'EUR', payin_group: 'card' };
    const { quote } = (await world.calculate(asked)).calc;
    const captcha = await world.sandbox.captchaToken('order');
    const bought = await world.call('/onramp/o/new', {
      ...asked,
      quote,
      is_agree_rate: '1',
      'g-recaptcha-response': captcha,
    });
    const niceId = bought.order.nice_id;
    const clientId = await openBuyer(context, { email, language: 'en', partnerKey: 'pk_test_merchant' });
    const payer = await db
      .selectFrom('clients')
      .select('niceId')
      .where('clientId', '=', clientId)
      .executeTakeFirstOrThrow();
    await world.giveBalance({ clientId, niceId: payer.niceId, email, access: '' }, 100_000n, 'EUR');

    const rows = () => db.selectFrom('orders').selectAll().where('clientId', '=', clientId).execute();
    const before = await rows();
    expect(before.map((row) => row.niceId)).toEqual([niceId]);
    const [seen, usual]: [unknown[], unknown[]] = [[], []];
    for (const call of calls) {
      seen.push(await answerOf(call, squatter, niceId));
      usual.push(await answerOf(call, anybody, niceId));
    }
    expect(seen).toEqual(usual);
    await world.work();
    expect(await rows()).toEqual(before);
    expect(await readBalance(db, paths.client(payer.niceId), 'EUR')).toBe(100_000n);
    expect(await readBalance(db, paths.client(squatter.niceId), 'EUR')).toBe(0n);
  });
});
