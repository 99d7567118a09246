import { describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { hashPassword, savePassword } from '../clients/passwords/password.ts';
import { completeAct } from '../owner-proof/complete-act.ts';
import type { SensitiveActName } from '../owner-proof/sensitive-acts.ts';
import { endSessions } from '../sessions/end-sessions.ts';
import { payoutAcquirer } from './rules.ts';
import { openCardWorld, testCard } from '../acquirer-payins/fixtures/open-card-world.ts';

const world = await openCardWorld();
const password = 'four words of yours';
const passwordHash = await hashPassword(password);
const seen = z.array(z.looseObject({ token: z.string(), card_number: z.string(), is_restricted: z.int() }));

const list = async (access: string) =>
  seen.parse((await world.call('/cards', { direction: 'payin' }, access)).body['cards']);
const keep = (access: string, token: string, agreed = '1') =>
  world.call('/card/new', { token, password, ...(agreed !== '' && { is_remember_card_agree: agreed }) }, access);
/** A client with a password. */
async function signInOwner() {
  const client = await world.signInClient();
  await savePassword(world.context.db, client.clientId, passwordHash);
  return client;
}
const codes = ({ body }: { body: { errors: readonly { code: string }[] } }) => body.errors.map(({ code }) => code);

describe('C-92 a card is kept without a payment', () => {
  test('it is in its owner’s list once, with what was agreed to, and pays more than one order', async () => {
    const { access, clientId } = await signInOwner();
    const token = await world.sandbox.cardToken(testCard.good);
    expect((await keep(access, token)).body.success).toBe(1);
    expect((await keep(access, token)).body.success).toBe(1);
    expect((await keep(access, await world.sandbox.cardToken(testCard.good))).body.success).toBe(1);
    const cards = await list(access);
    expect(cards).toMatchObject([{ card_number: '4242 42·· ···· 4242', is_restricted: 0 }]);
    expect(await list(await world.signIn())).toEqual([]);
    const letters = world.context.db.selectFrom('notifications').select(['template', 'parameters']);
    expect(await letters.where('clientId', '=', clientId).execute()).toEqual([
      { template: 'card-kept', parameters: { path: '/settings', card: 'Visa ···· 4242', use: 'destination' } },
    ]);
    const consents = world.context.db.selectFrom('consents').select('purpose').where('clientId', '=', clientId);
    expect((await consents.execute()).filter(({ purpose }) => purpose === 'keep_card')).toHaveLength(1);
    for (let turn = 0; turn < 2; turn += 1) {
      const niceId = await world.order(access, 'form', { token: cards[0]?.token ?? '' });
      // Its bank asks its owner, who has not paid by it before.
      const asked = await world.pay(niceId, access, { token: cards[0]?.token ?? '', card_holder_name: '' });
      expect(asked.body['redirect']).toMatch(/3ds/);
      await world.answerPage(asked.body.redirect, { answer: 'approve' });
      await world.until(niceId, 'processing');
    }
  });

  test.each([
    ['without the agreement', 'AGREEMENT_REQUIRED', () => world.sandbox.cardToken(testCard.good), ''],
    ['of a type that is not accepted', 'CARD_INVALID', () => world.sandbox.cardToken(testCard.amex), '1'],
    ['by an unknown token', 'CARD_INVALID', async () => 'tok_nobody', '1'],
  ])('%s it is refused with %s', async (_name, code, token, agreed) => {
    const { access } = await signInOwner();
    expect(codes(await keep(access, await token(), agreed))).toEqual([code]);
    expect(await list(access)).toEqual([]);
  });

  test('an answer that was lost: asked again, it is kept once', async () => {
    const { access } = await signInOwner();
    const token = await world.sandbox.cardToken(testCard.mastercard);
    await world.sandbox.makeFault({ provider: 'acquirer', fault: 'drop_answer', count: 1, call: 'keep_card' });
    expect((await keep(access, token)).status).toBe(503);
    expect((await keep(access, token)).body.success).toBe(1);
    expect(await list(access)).toHaveLength(1);
  });

  test('a visitor keeps none, and one client not more than ten a day', async () => {
    expect((await world.call('/card/new', { token: 'tok', is_remember_card_agree: '1' })).status).toBe(403);
    const { access } = await signInOwner();
    for (let turn = 0; turn < 10; turn += 1) await keep(access, `tok_${turn}`);
    expect((await keep(access, 'tok_more')).status).toBe(429);
  });
});

describe('what was begun before the owner ended what it stood on is not done after it', () => {
  const countCards = async (clientId: string) =>
    (await world.context.db.selectFrom('cards').select('cardId').where('clientId', '=', clientId).execute()).length;

  /** The acquirer answers after this. */
  function meanwhile(act: () => Promise<void>): void {
    const { vault } = world.context.providers.acquirers.find(payoutAcquirer);
    if (vault === undefined) throw new Error('It keeps no cards.');
    const ask = vault.keep.bind(vault);
    vi.spyOn(vault, 'keep').mockImplementationOnce(async (input) => {
      await act();
      return ask(input);
    });
  }

  test.each<[SensitiveActName, string]>([
    ['change the password', 'SESSION_OVER'],
    ['change the e-mail', 'PASSWORD_WRONG'],
    ['add an authenticator', 'PASSWORD_WRONG'],
    ['remove a passkey', 'PASSWORD_WRONG'],
  ])('%s while the acquirer answers: no card, %s', async (name, code) => {
    const { access, clientId } = await signInOwner();
    const sessions = world.context.db.selectFrom('sessions').select('sessionId').where('clientId', '=', clientId);
    const { sessionId } = await sessions.executeTakeFirstOrThrow();
    meanwhile(() =>
      world.context.db
        .transaction()
        .execute((trx) => completeAct(world.context, trx, name, { clientId, sessionId, template: null })),
    );
    expect(codes(await keep(access, await world.sandbox.cardToken(testCard.good)))).toEqual([code]);
    expect(await countCards(clientId)).toBe(0);
  });

  test('a session that its owner ends while the acquirer answers keeps no card', async () => {
    const { access, clientId } = await signInOwner();
    const which = { clientId, reason: 'ended elsewhere', now: world.context.clock.now() } as const;
    meanwhile(async () => void (await endSessions(world.context.db, which)));
    expect((await keep(access, await world.sandbox.cardToken(testCard.good))).body.success).toBe(0);
    expect(await countCards(clientId)).toBe(0);
  });
});
