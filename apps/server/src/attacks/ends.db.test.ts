import { someOf } from '@causeway/testing/test-length';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { credentialOf, credentials, type CredentialName } from './fixtures/credentials.ts';
import { notCredentials } from './fixtures/not-credentials.ts';
import { ends, type EndName } from './fixtures/ends.ts';
import { openAttackWorld, type Victim } from './fixtures/open-attack-world.ts';

const attack = await openAttackWorld();
const names = keysOf<CredentialName>(credentials);
const endNames = keysOf<EndName>(ends);

/** An account with an open order is not closed: the owner sees why. */
const cannotBe: readonly string[] = ['code of an order: account closed'];
const all = names
  .flatMap((name) => endNames.map((end) => ({ name, end, cell: `${name}: ${end}` })))
  .filter(({ cell }) => !cannotBe.includes(cell));
const dies = ({ name, end }: (typeof all)[number]) => credentialOf(name).dies.includes(end);
// What outlives an end is the same for most of them.
const harmless = all.filter((cell) => !dies(cell));
const cells = [...all.filter(dies), ...someOf(harmless, 80)];

describe('an end is an end', () => {
  test('every column that could hold a credential belongs to one, or says what it holds', async () => {
    const { rows } = await sql<{ name: string }>`
      select table_name || '.' || column_name as name from information_schema.columns
      where table_schema = 'public' and data_type in ('text', 'bytea', 'character varying', 'uuid', 'jsonb', 'ARRAY')
        and column_name ~ '(hash|token|secret|sealed|code|key|challenge|credential|nonce|handle|password|issuer|subject|identity|nice_id|url|otp|pin$)'
    `.execute(attack.context.db);
    const known = new Set([...names.flatMap((name) => credentialOf(name).columns), ...Object.keys(notCredentials)]);
    const found = rows.map(({ name }) => name);
    expect(found.filter((name) => !known.has(name))).toEqual([]);
    const others = ['clients.is_partner', 'partners.client_id', 'push_tokens.target'];
    expect([...known].filter((name) => !found.includes(name) && !others.includes(name))).toEqual([]);
  });

  test.each(names)('%s opens what it opens as long as nothing ended', async (name) => {
    const victim = await attack.register();
    const use = await credentialOf(name).make(attack, victim);
    expect(await use()).toBe(true);
  });

  test.each(cells)('$cell', async ({ name, end }) => {
    const victim = await attack.register();
    const { make, dies } = credentialOf(name);
    const use = await make(attack, victim);
    await ends[end](attack, victim);
    expect(await use()).toBe(!dies.includes(end));
  });

  test('only the owner sees every other session and ends it', async () => {
    const victim = await attack.register();
    const shown: readonly CredentialName[] = ['push token', 'biometric token', 'other sign-in account', 'passkey'];
    const uses = new Map<CredentialName, () => Promise<boolean>>();
    for (const name of shown) uses.set(name, await credentialOf(name).make(attack, victim));
    const list = async ({ other }: Victim) =>
      z
        .array(z.object({ id: z.string(), kind: z.string() }))
        .parse((await attack.call('/client/sessions', {}, other.access))['credentials']);
    const listed = await list(victim);
    expect(listed.map(({ kind }) => kind).toSorted()).toEqual(['biometric', 'login', 'passkey', 'push']);
    const stranger = await attack.register();
    expect(await list(stranger)).toEqual([]);
    const end = (id: string, { other }: Victim) =>
      attack.call('/client/sessions/end', { credential_id: id }, other.access);
    for (const { id, kind } of listed) {
      expect((await end(id, stranger)).status).toBe(404);
      // A passkey is a factor: its end takes the proofs.
      expect((await end(id, victim)).status).toBe(kind === 'passkey' ? 404 : 200);
    }
    expect((await list(victim)).map(({ kind }) => kind)).toEqual(['passkey']);
    for (const name of shown.slice(0, 2)) expect(await uses.get(name)?.()).toBe(false);
    expect(await uses.get('other sign-in account')?.()).toBe(false);
  });

  test('an account with an open order is not closed', async () => {
    const victim = await attack.register();
    await attack.orderFromBalance(victim);
    await expect(ends['account closed'](attack, victim)).rejects.toThrow(/ORDER_IN_PROGRESS|BALANCE_NOT_EMPTY/);
  });
});

function keysOf<Name extends string>(of: Readonly<Record<Name, unknown>>): Name[] {
  return Object.keys(of).filter((name): name is Name => name in of);
}
