import { runSql } from '@causeway/testing/run-sql';
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, describe, expect, test } from 'vitest';
import { createTestApp } from '../auth/fixtures/create-test-app.ts';
import { openSession } from '../auth/open-session.ts';
import { completeAct } from './complete-act.ts';
import { type Ending, type SensitiveActName, sensitiveActs } from './sensitive-acts.ts';

const rig = await createTestApp();
afterAll(() => rig.close());

/** A table of what is good for a short while, and what ends it before. */
interface ShortLived {
  endedBy: Ending;
  columns: string;
  /** Values of rows, in SQL. */
  rows(of: Owner): readonly string[];
  alive: string;
}

interface Owner {
  clientId: string;
  sessionId: string;
  email: string;
  now: string;
  later: string;
}

const hash = `sha256(gen_random_uuid()::text::bytea)`;
const unused = `used_at is null and expires_at > `;
const inTime = `expires_at > `;

const ended: Readonly<Record<string, ShortLived>> = {
  confirmation_codes: {
    endedBy: 'sent codes',
    columns: 'code_id, client_id, purpose, target, code_hash, created_at, expires_at',
    rows: ({ clientId, now, later }) =>
      ['email', 'new email', 'phone', 'owner'].map(
        (purpose) => `gen_random_uuid(), ${clientId}, '${purpose}', 'target', ${hash}, ${now}, ${later}`,
      ),
    alive: unused,
  },
  signin_codes: {
    endedBy: 'sent codes',
    columns: 'code_id, email, code_hash, device_id, created_at, expires_at',
    rows: ({ email, now, later }) => [`gen_random_uuid(), ${email}, ${hash}, '', ${now}, ${later}`],
    alive: unused,
  },
  order_confirmations: {
    endedBy: 'sent codes',
    columns: 'confirmation_id, order_id, client_id, code_hash, created_at, resend_at, expires_at',
    rows: ({ clientId, now, later }) => [
      `gen_random_uuid(), gen_random_uuid(), ${clientId}, ${hash}, ${now}, ${now}, ${later}`,
    ],
    alive: unused,
  },
  password_resets: {
    endedBy: 'recovery links',
    columns: 'token_hash, client_id, created_at, expires_at',
    rows: ({ clientId, now, later }) => [`${hash}, ${clientId}, ${now}, ${later}`],
    alive: unused,
  },
  passkey_challenges: {
    endedBy: 'begun proofs',
    columns: 'challenge_hash, purpose, client_id, session_id, expires_at',
    rows: ({ clientId, sessionId, later }) =>
      ['add', 'confirm'].map((purpose) => `${hash}, '${purpose}', ${clientId}, ${sessionId}, ${later}`),
    alive: inTime,
  },
  second_factor_codes: {
    endedBy: 'begun proofs',
    columns: 'code_hash, client_id, session_id, expires_at',
    rows: ({ clientId, sessionId, later }) =>
      [sessionId, 'null'].map((session) => `${hash}, ${clientId}, ${session}, ${later}`),
    alive: inTime,
  },
  // A day passes before new destinations are used at once.
  destination_waits: {
    endedBy: 'begun proofs',
    columns: 'client_id, since, ends_at',
    rows: ({ clientId, now, later }) => [`${clientId}, ${now}, ${later}`],
    alive: 'ends_at > ',
  },
};

const withSession = 'ends with its session, and opens no more than that session does';
const noClient = 'is of no client: it stands for no proof of an owner';

/** Tables of what is good for a while that no act ends by itself, each with the reason. */
const livesOn: Readonly<Record<string, string>> = {
  biometric_tokens: 'ends with its session; where there is a second factor it asks for that one too',
  handovers: withSession,
  refresh_tokens: withSession,
  sessions: 'ended by the endings that name sessions',
  oauth_nonces: noClient,
  used_captchas: noClient,
  partner_sessions: noClient,
  partner_secrets: 'a partner’s key, ended by operators',
  webhook_secrets: 'a partner’s key, ended by operators',
  operators: 'an operator’s key, ended by operators',
  clients: 'the password itself, which lasts',
  passkeys: 'a factor itself, which lasts',
  recovery_codes: 'lasts as long as any factor; replaced with a new authenticator',
  data_exports: 'each download takes the owner’s proofs anew',
  quotes: 'a price',
  orders: 'a price; what leaves the balance takes the order’s code',
  service_grants: 'a discount',
  coupons: 'a discount',
  coupon_uses: 'a discount',
  consent_texts: 'a text',
  balance_addresses: 'an address, which takes no proof',
  recurring_jobs: noClient,
  counted_tries: 'counts',
  idempotency_keys: 'what was answered',
  deposits: 'of a chain',
  payouts: 'of a chain',
  own_spend_scans: 'of a chain',
};

const isAct = (name: string): name is SensitiveActName => name in sensitiveActs;
/** Closing ends whatever there is by the parts of an account. */
const acts = Object.keys(sensitiveActs)
  .filter(isAct)
  .filter((name) => name !== 'delete the account');

async function begin(): Promise<{ clientId: string; sessionId: string; values: Owner }> {
  const email = `${randomUUID()}@example.com`;
  const fields = {
    email,
    password: 'correct horse battery',
    is_agree_terms: '1',
    'g-recaptcha-response': randomUUID(),
  };
  expect((await rig.call('/signup', fields)).body).toMatchObject({ success: 1 });
  const { clientId } = await rig.db
    .selectFrom('clients')
    .select('clientId')
    .where('email', '=', email)
    .executeTakeFirstOrThrow();
  const { sessionId } = await openSession(rig.context, rig.db, clientId, {});
  const time = (ahead: number) => `timestamptz '${new Date(rig.clock.now().getTime() + ahead).toISOString()}'`;
  const values = {
    clientId: `'${clientId}'`,
    sessionId: `'${sessionId}'`,
    email: `'${email}'`,
    now: time(0),
    later: time(60_000),
  };
  // An order's code without its order: the database's own rules are not asked.
  const inserts = Object.entries(ended).flatMap(([table, { columns, rows }]) =>
    rows(values).map((row) => `insert into ${table} (${columns}) values (${row})`),
  );
  await runSql(rig.ownerUrl, ['set session_replication_role = replica', ...inserts].join('; '));
  return { clientId, sessionId, values };
}

/** Tables in which something of the client is still good, and how much. */
async function listAlive({ clientId, email, now }: Owner): Promise<Record<string, number>> {
  const found: Record<string, number> = {};
  for (const [table, { alive, columns }] of Object.entries(ended)) {
    const own = columns.includes('client_id') ? `client_id = ${clientId}` : `email = ${email}`;
    const query = `select count(*)::int as count from ${table} where ${own} and ${alive} ${now}`;
    const { rows } = await sql.raw<{ count: number }>(query).execute(rig.db);
    if ((rows[0]?.count ?? 0) > 0) found[table] = rows[0]?.count ?? 0;
  }
  return found;
}

describe('what is ended takes along all that was derived from it', () => {
  test('every table of what is good for a while is ended by an act, or says why not', async () => {
    const { rows } = await sql<{ name: string }>`
      select distinct c.table_name as name from information_schema.columns c
      join information_schema.tables t using (table_schema, table_name)
      where table_schema = 'public' and table_type = 'BASE TABLE'
        and c.column_name ~ '(^|_)(expires_at|ends_at|used_at|until|hash|challenge)$'
      order by 1
    `.execute(rig.db);
    const known = [...Object.keys(ended), ...Object.keys(livesOn)].toSorted();
    expect(rows.map(({ name }) => name).filter((name) => !known.includes(name))).toEqual([]);
    expect(known.filter((name) => !rows.some((row) => row.name === name))).toEqual([]);
  });

  test.each(acts)('%s ends what its row of the table says, and nothing else', async (act) => {
    const { clientId, sessionId, values } = await begin();
    const before = await listAlive(values);
    expect(Object.keys(before)).toEqual(Object.keys(ended));
    await rig.db
      .transaction()
      .execute((trx) => completeAct(rig.context, trx, act, { clientId, sessionId, template: null }));
    const endings: readonly Ending[] = sensitiveActs[act].ends;
    const left = Object.entries(before).filter(([table]) => !endings.includes(ended[table]?.endedBy ?? 'the account'));
    expect(await listAlive(values)).toEqual(Object.fromEntries(left));
  });
});
