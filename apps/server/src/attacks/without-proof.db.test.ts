import { allCalls } from '@causeway/contract/calls/all-calls';
import type { Call } from '@causeway/contract/define-call';
import { encodeForm } from '@causeway/contract/wire/encode-form';
import { randomBytes, randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { callRows } from '../modules/owner-proof/sensitive-acts.ts';
import { attempts, type Loot, signIn, type Thief, thefts, type TheftName } from './fixtures/thief.ts';
import { openAttackWorld } from './fixtures/open-attack-world.ts';
import { toTable } from './fixtures/to-table.ts';

const attack = await openAttackWorld();
const origin = await attack.app.listen({ port: 0, host: '127.0.0.1' });
const names = Object.keys(thefts).filter((name): name is TheftName => name in thefts);
const example = z.record(z.string(), z.json());

/** Every call that asks for no proof of its own and is not open to everybody: what a session or a key is for. */
const calls = allCalls.filter(({ name, access }) => access !== 'anyone' && !('act' in (callRows[name] ?? {})));

/** What a thief holds who goes in by one stolen thing. */
async function steal(theft: TheftName): Promise<Loot> {
  const victim = await attack.register();
  await attack.world.giveBalance({ ...victim, access: '' }, 100_000n, 'EUR');
  const stolen = await thefts[theft](attack, victim);
  const own = `thief-${victim.email}`;
  const thief: Thief = { world: attack, victim, own, loot: { mailboxes: new Set(), ...stolen } };
  if (thief.loot.mailboxes.size > 0 || thief.loot.claim !== undefined)
    await attempts['set a password by a link'](thief);
  await signIn(thief);
  return thief.loot;
}

/** Whether a call takes what was stolen: it refuses the caller (401, 403), or judges what was sent. */
async function isTaken(call: Call, { access, secretKey, operatorKey, pushToken, niceId }: Loot): Promise<boolean> {
  const own = [access, secretKey, operatorKey].find((one) => one !== undefined);
  const keys: Readonly<Record<string, string | undefined>> = { partner: secretKey, operator: operatorKey };
  const shown = keys[call.access] ?? own ?? pushToken ?? niceId ?? '';
  const path = call.path
    .replace('{niceId}', 'CW0123456789ABCDEF')
    .replace('{lang}', 'en')
    .replace('{id}', randomUUID());
  const form = encodeForm(example.parse(call.example ?? {}));
  if (call.captcha !== undefined) form.set('g-recaptcha-response', randomBytes(9).toString('hex'));
  const headers = { 'x-requested-with': 'XMLHttpRequest', 'x-authorization': `Bearer ${shown}` };
  const end = new AbortController();
  const response = await fetch(`${origin}${path}${call.method === 'GET' ? `?${form.toString()}` : ''}`, {
    method: call.method,
    headers,
    signal: end.signal,
    ...(call.method === 'POST' && { body: call.encoding === 'multipart' ? new FormData() : form }),
  });
  // A stream would not end by itself.
  end.abort();
  return response.status !== 401 && response.status !== 403;
}

describe('what asks for no fresh proof', () => {
  test('each such call with each stolen thing is what the page says', async () => {
    const loots = new Map<TheftName, Loot>();
    for (const theft of names) loots.set(theft, await steal(theft));
    const rows: string[][] = [];
    for (const call of calls) {
      const row = [`${call.id} ${call.name}`];
      for (const loot of loots.values()) row.push((await isTaken(call, loot)) ? 'yes' : '–');
      rows.push(row);
    }
    await expect(`${head}\n\n${toTable(['Call', ...names], rows)}\n`).toMatchFileSnapshot(
      '../../../../docs/security/without-proof.md',
    );
  }, 300_000);

  test.each([
    ['partner', 'partner’s secret key'],
    ['operator', 'operator’s key'],
  ] as const)(
    'the key of a %s opens what is its own alone, and a session nothing of it',
    { timeout: 120_000 },
    async (who, theft) => {
      const own = calls.filter(({ access }) => access === who);
      expect(own.length).toBeGreaterThan(2);
      const [key, session] = [await steal(theft), await steal('access token')];
      for (const call of calls) {
        expect(await isTaken(call, key), call.name).toBe(own.includes(call));
        if (own.includes(call)) expect(await isTaken(call, session), call.name).toBe(false);
      }
    },
  );
});

const head = `# What opens without a proof

Written by [without-proof.db.test.ts](../../apps/server/src/attacks/without-proof.db.test.ts), which goes in by one stolen thing
alone and sends every call of the contract that is no act of
[sensitive-acts.ts](../../apps/server/src/modules/owner-proof/sensitive-acts.ts) and not open to everybody: "yes" where the call is
not refused as unknown. What a call gives is its caller's own and never another's: \`apps/server/src/access-matrix.db.test.ts\`. The acts are in
[what-a-thief-reaches.md](what-a-thief-reaches.md). The account has no second factor; with one the mailbox and the password alone open no
session. A link that claims money opens the account that it makes. What C-58 begins outlasts the access token: messages go to that device until the
session ends, and the owner is notified by e-mail ([why](../decisions/037-push-messages.md)).`;
