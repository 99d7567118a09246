import { describe, expect, test } from 'vitest';
import {
  sensitiveActs,
  type Proof,
  type SensitiveAct,
  type SensitiveActName,
} from '../modules/owner-proof/sensitive-acts.ts';
import { attempts, thefts, type Loot, type Thief } from './fixtures/thief.ts';
import { openAttackWorld, type AttackWorld, type Victim } from './fixtures/open-attack-world.ts';

const attack = await openAttackWorld();
const { db, clock } = attack.context;
const acts = Object.keys(sensitiveActs).filter((name): name is SensitiveActName => name in sensitiveActs);
const setups = {
  'no second factor': async () => {},
  'an authenticator': async (world: AttackWorld, victim: Victim) => void (await world.addAuthenticator(victim)),
  'a passkey': async (world: AttackWorld, victim: Victim) => void (await world.addPasskey(victim)),
} as const;
type Setup = keyof typeof setups;
const setupNames = ['no second factor', 'an authenticator', 'a passkey'] as const;

/** Acts that an account with this set-up has nothing for. */
const cannotBe: readonly string[] = [
  'add an authenticator: an authenticator',
  'remove the authenticator: no second factor',
  'remove the authenticator: a passkey',
  'remove a passkey: no second factor',
  'remove a passkey: an authenticator',
];
const cells = acts
  .flatMap((act) => setupNames.map((setup) => ({ act, setup, cell: `${act}: ${setup}` })))
  .filter(({ cell }) => !cannotBe.includes(cell));

/** What the owner no longer shows, for each proof of the table. */
const without: Readonly<Record<Proof, (loot: Loot, owner: Thief) => void>> = {
  password: (loot) => void delete loot.password,
  'second factor': dropFactor,
  'e-mailed code without a second factor': (loot, { victim }) => void loot.mailboxes.delete(victim.email),
  'code to the new target': (loot, { own }) => void loot.mailboxes.delete(own),
  'e-mailed link': (loot, { victim }) => void loot.mailboxes.delete(victim.email),
  'approval code': (loot, { victim }) => {
    dropFactor(loot);
    loot.mailboxes.delete(victim.email);
  },
  'question of the card’s bank': () => {},
  'secret key': (loot) => void delete loot.secretKey,
};

function dropFactor(loot: Loot): void {
  delete loot.authenticator;
  delete loot.passkey;
}

/** Proofs that an account with this set-up is asked for. */
function asked(act: SensitiveActName, setup: Setup): Proof[] {
  const { proofs }: SensitiveAct = sensitiveActs[act];
  const hasFactor = setup !== 'no second factor';
  return proofs.filter(
    (proof) =>
      (proof !== 'second factor' || hasFactor) &&
      (proof !== 'e-mailed code without a second factor' || !hasFactor) &&
      // A passkey that was shown just now stands in the place of the password.
      (proof !== 'password' || setup !== 'a passkey'),
  );
}

/** The owner with every proof that there is, and a second factor that has been there for more than a day. */
async function openOwner(setup: Setup): Promise<Thief> {
  const victim = await attack.register();
  const { clientId } = victim;
  const phone = `+49153${String(Date.now()).slice(-8)}`;
  await db
    .updateTable('clients')
    .set({ phone, phoneConfirmedAt: clock.now() })
    .where('clientId', '=', clientId)
    .execute();
  await setups[setup](attack, victim);
  const factorAddedAt = new Date(clock.now().getTime() - 25 * 3_600_000);
  const clients = db.updateTable('clients').set({ factorAddedAt }).where('clientId', '=', clientId);
  await clients.where('factorAddedAt', 'is not', null).execute();
  const { access } = victim.device;
  const { secretKey } = await thefts['partner’s secret key'](attack);
  const { password, authenticator, passkey, email } = victim;
  const own = `next-${email}`;
  const factor = { ...(authenticator && { authenticator }), ...(passkey && { passkey }) };
  return {
    world: attack,
    victim,
    own,
    loot: { access, password, secretKey, ...factor, mailboxes: new Set([email, own]) },
  };
}

async function prepare(act: SensitiveActName, { victim }: Thief): Promise<void> {
  if (act === 'pay out of the balance') await attack.world.giveBalance({ ...victim, access: '' }, 100_000n, 'EUR');
  if (act === 'pay by a kept card') await attack.keepCard(victim);
  if (act === 'let destinations be used at once')
    await attack.call('/balance/destinations/wait', { is_on: '1' }, victim.device.access);
}

describe('a sensitive act needs a fresh proof: each that its row names', () => {
  test.each(cells.flatMap((cell) => asked(cell.act, cell.setup).map((proof) => ({ ...cell, proof }))))(
    '$cell, without: $proof',
    async ({ act, setup, proof }) => {
      const owner = await openOwner(setup);
      await prepare(act, owner);
      without[proof](owner.loot, owner);
      expect(await attempts[act](owner)).toBe(false);
    },
  );

  // The bank's question is answered at the bank.
  test.each(cells.filter(({ act }) => act !== 'pay by a kept card'))(
    '$cell, with all: it is done, and ends, guards and notifies as its row says',
    async ({ act, setup }) => {
      const owner = await openOwner(setup);
      await prepare(act, owner);
      const { ends, notifies, guardHours }: SensitiveAct = sensitiveActs[act];
      const { clientId, other } = owner.victim;
      const before = clock.now();
      expect(await attempts[act](owner)).toBe(true);

      const isOtherIn = (await attack.call('/client/sessions', {}, other.access)).isDone;
      expect(isOtherIn).toBe(!ends.some((end) => ['other sessions', 'all sessions', 'the account'].includes(end)));
      const messages = db.selectFrom('letters').select('template').where('clientId', '=', clientId);
      const sent = (await messages.execute()).map(({ template }) => template);
      expect(
        sent.some((template) => notifies.some((name) => name === template)),
        sent.join(),
      ).toBe(notifies.length > 0);
      const client = db.selectFrom('clients').select('factorAddedAt').where('clientId', '=', clientId);
      const added = (await client.executeTakeFirst())?.factorAddedAt ?? undefined;
      expect(added !== undefined && added >= before).toBe(guardHours > 0);
    },
  );
});
