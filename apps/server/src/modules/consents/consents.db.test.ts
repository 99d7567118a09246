import { createHash, randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { signUp } from '../auth/sign-up.ts';
import { openOrderWorld } from '../orders/fixtures/open-order-world.ts';
import { acceptAgreement } from '../settings/agreements.ts';
import { saveSubscription } from '../settings/subscription-store.ts';
import { hasConsent } from './keep-consents.ts';

const world = await openOrderWorld({
  connections: 2,
  settings: { TERMS_URL: 'https://terms.test/v7', PRIVACY_URL: 'https://privacy.test/v3' },
});
const { context } = world;
const { db } = context;

/** The ledger of a client with the words, the oldest first. */
async function ledgerOf(clientId: string) {
  return db
    .selectFrom('consents')
    .innerJoin('consentTexts', 'consentTexts.textSha256', 'consents.textSha256')
    .select(['purpose', 'subject', 'isGiven', 'consents.language', 'words', 'consents.textSha256'])
    .where('clientId', '=', clientId)
    .orderBy('agreedAt')
    .orderBy('purpose')
    .execute();
}

async function register(isNews: boolean): Promise<string> {
  const email = `${randomUUID()}@example.com`;
  const account = { email, password: 'correct horse battery', language: 'es' as const, isNews };
  await signUp(context, {
    ...account,
    partnerKey: undefined,
    referrerId: undefined,
    device: { deviceId: randomUUID(), deviceName: '', platform: '' },
  });
  const { clientId } = await db
    .selectFrom('clients')
    .select('clientId')
    .where('email', '=', email)
    .executeTakeFirstOrThrow();
  return clientId;
}

describe('what clients agree to is kept with its words', () => {
  let clientId = '';
  beforeEach(async () => {
    ({ clientId } = await world.signInClient());
  });

  test('2.1-06 at the sign-up: the terms with the addresses of their texts, in the language that was read', async () => {
    const rows = await ledgerOf(await register(false));
    expect(rows).toMatchObject([{ purpose: 'terms', isGiven: true, language: 'es', subject: '' }]);
    for (const address of ['https://terms.test/v7', 'https://privacy.test/v3', 'Acepto'])
      expect(rows[0]?.words).toContain(address);
    expect(rows[0]?.textSha256).toBe(
      createHash('sha256')
        .update(rows[0]?.words ?? '')
        .digest('hex'),
    );
  });

  test('news at the sign-up are an agreement of their own', async () => {
    expect((await ledgerOf(await register(true))).map(({ purpose }) => purpose)).toEqual(['news', 'terms']);
  });

  test('advertising: what changes is written down, given or withdrawn, and the last word counts', async () => {
    const of = { clientId, language: 'en' } as const;
    const save = (isNews: boolean, isOffers: boolean) =>
      saveSubscription(context, of, { isNews, isOffers, isOrderLetters: true });
    await save(false, true);
    await save(false, true);
    expect(await ledgerOf(clientId)).toMatchObject([
      { purpose: 'offers', isGiven: true, words: 'Offers and discounts' },
    ]);
    expect(await hasConsent(db, clientId, 'offers')).toBe(true);
    await save(false, false);
    expect(await hasConsent(db, clientId, 'offers')).toBe(false);
    expect((await ledgerOf(clientId)).filter(({ purpose }) => purpose === 'offers')).toHaveLength(2);
  });

  test('C-67 a changed agreement: its whole text and its version, once for two answers', async () => {
    await db
      .insertInto('companyAgreements')
      .values({
        version: '2026-11',
        companyName: 'Ada Exchange',
        titles: JSON.stringify({ en: 'New terms' }),
        texts: JSON.stringify({ en: '<p>Fees are now lower.</p>' }),
        publishedAt: context.clock.now(),
      })
      .execute();
    const accept = () => acceptAgreement(context, { clientId, version: '2026-11', isAgree: true, language: 'en' });
    await Promise.all([accept(), accept()]);
    const rows = await ledgerOf(clientId);
    expect(rows).toMatchObject([{ purpose: 'company', subject: '2026-11' }]);
    expect(rows[0]?.words).toContain('New terms\n<p>Fees are now lower.</p>');
  });

  test('A-024 with an order: by its number, and not again for the same call', async () => {
    const client = await world.signInClient();
    const key = { 'idempotency-key': randomUUID() };
    const address = { dst_address: 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080' };
    const first = await world.buy(client.access, address, key);
    await world.buy(client.access, address, key);
    expect(await ledgerOf(client.clientId)).toMatchObject([
      { purpose: 'own_wallet', subject: first.order?.nice_id, isGiven: true },
      { purpose: 'rate', subject: first.order?.nice_id, isGiven: true, words: expect.stringContaining('card payment') },
    ]);
  });
});
