import { describe, expect, test } from 'vitest';
import { sensitiveActs, type SensitiveActName } from '../modules/owner-proof/sensitive-acts.ts';
import { attempts, signIn, thefts, type Thief, type TheftName } from './fixtures/thief.ts';
import { toTable } from './fixtures/to-table.ts';
import { openAttackWorld, type Victim } from './fixtures/open-attack-world.ts';

const attack = await openAttackWorld();
const acts = Object.keys(sensitiveActs).filter((name): name is SensitiveActName => name in sensitiveActs);
const names = Object.keys(thefts).filter((name): name is TheftName => name in thefts);
type Reach = 'at once' | 'after a day' | '';
const setups = {
  'no second factor': async () => {},
  'an authenticator': addAuthenticator,
  'a passkey': addPasskey,
} as const;
type Setup = keyof typeof setups;

async function addAuthenticator(victim: Victim): Promise<void> {
  await attack.addAuthenticator(victim);
  await letADayPass(victim);
}

async function addPasskey(victim: Victim): Promise<void> {
  await attack.addPasskey(victim);
  await letADayPass(victim);
}

/** The clock stays where prices are: only what waits for a day is older. */
async function letADayPass({ clientId }: Victim): Promise<void> {
  const factorAddedAt = new Date(attack.context.clock.now().getTime() - 25 * 3600 * 1000);
  const { db } = attack.context;
  await db
    .updateTable('clients')
    .set({ factorAddedAt })
    .where('clientId', '=', clientId)
    .where('factorAddedAt', 'is not', null)
    .execute();
}

/** What a thief reaches who tries everything again with what was opened before, until nothing more opens. */
async function rob(theft: TheftName, setup: Setup): Promise<Record<SensitiveActName, Reach>> {
  const victim = await attack.register();
  const phone = `+49153${String(Date.now()).slice(-8)}`;
  const { db, clock } = attack.context;
  await db
    .updateTable('clients')
    .set({ phone, phoneConfirmedAt: clock.now() })
    .where('clientId', '=', victim.clientId)
    .execute();
  await attack.world.giveBalance({ ...victim, access: '' }, 100_000n, 'EUR');
  await attack.keepCard(victim);
  await setups[setup](victim);
  const own = `thief-${victim.email}`;
  const stolen = await thefts[theft](attack, victim);
  const thief: Thief = { world: attack, victim, own, loot: { mailboxes: new Set(), ...stolen } };
  thief.loot.mailboxes.add(own);
  const reached = new Map<SensitiveActName, Reach>();
  for (const when of ['at once', 'after a day'] as const) {
    let isMore = true;
    while (isMore) {
      isMore = false;
      for (const act of acts.filter((name) => !reached.has(name))) {
        await signIn(thief);
        if (!(await attempts[act](thief))) continue;
        reached.set(act, when);
        isMore = true;
      }
    }
    // Nothing was set up that a day makes stronger.
    if (reached.size === 0) break;
    await letADayPass(victim);
  }
  return Object.fromEntries(acts.map((act) => [act, reached.get(act) ?? ''])) as Record<SensitiveActName, Reach>;
}

describe('a sensitive act needs a fresh proof', () => {
  test('what one stolen thing alone reaches is what the page says', async () => {
    const parts: string[] = [];
    for (const setup of ['no second factor', 'an authenticator', 'a passkey'] as const) {
      const columns: Record<SensitiveActName, Reach>[] = [];
      for (const theft of names) columns.push(await rob(theft, setup));
      const rows = acts.map((act) => [act, ...columns.map((column) => column[act] || '–')]);
      parts.push(`## An account with ${setup}\n\n${toTable(['Act', ...names], rows)}`);
    }
    await expect(`${head}\n\n${parts.join('\n\n')}\n`).toMatchFileSnapshot(
      '../../../../docs/security/what-a-thief-reaches.md',
    );
  }, 300_000);
});

const head = `# What a thief reaches

Written by [stolen-things.db.test.ts](../../apps/server/src/attacks/stolen-things.db.test.ts), which steals one thing alone,
tries every act of [sensitive-acts.ts](../../apps/server/src/modules/owner-proof/sensitive-acts.ts) over HTTP with it, and
again with whatever that opened, until nothing more opens. The test fails where this page says something else.

"At once": within the hour. "After a day": once the 24 hours are over for which a new factor does not stand alone; the owner
was written to when it was added. A link that claims money goes to an address without an account: its column is about the
account that it makes.`;
