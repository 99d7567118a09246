import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { countTry } from '../../budgets/reserve-attempt.ts';
import { listBalances, readBalance } from '../../ledger/balances.ts';
import { postEntry } from '../../ledger/entry.ts';
import { paths } from '../../ledger/paths.ts';
import { resetPassword } from '../auth/change-password.ts';
import { ethereumDeposits } from '../chain-payins/ethereum-deposits.ts';
import { scanDeposits } from '../chain-payins/scan-deposits.ts';
import { addClient } from '../clients/add-client.ts';
import { clientAccount } from '../clients/client-account.ts';
import { openOrderWorld } from '../orders/fixtures/open-order-world.ts';
import { savePartner } from '../partners/save-partner.ts';
import { sendClaimLink } from './send-claim-link.ts';

const world = await openOrderWorld();
const { context, sandbox } = world;
const { db } = context;
const newEmail = () => `${randomBytes(6).toString('hex')}@example.com`;
const newPassword = 'a lamp in the attic';
const threeDays = 3 * 24 * 3_600_000;
const half = 500_000_000_000_000_000n;
const over = { items: [{ code: 'RECOVERY_LINK_OVER', field: 'token' }] };

beforeAll(async () => {
  const owner = await world.signInClient();
  await db.updateTable('clients').set({ isPartner: true }).where('clientId', '=', owner.clientId).execute();
  await savePartner(context, {
    partnerKey: 'pk_lamps',
    name: 'Lamps',
    isMerchant: true,
    clientId: owner.clientId,
    allowedOrigins: ['https://shop.example'],
    isFloatingRate: true,
    theme: 'auto',
    themeSettings: {},
  });
});

/** Buys at a merchant without an account; the coins come after the order was canceled, so they wait. */
async function payTooLate(email: string): Promise<void> {
  const purchase = {
    is_merchant: '1',
    partner_key: 'pk_lamps',
    client_email: email,
    payin_currency: 'ETH',
    payin_group: 'ethereum',
    payin_amount: '0',
    payout_currency: 'USD',
    purchase_amount: '49.90',
    purchase_currency: 'USD',
  };
  const { quote } = (await world.calculate(purchase)).calc;
  const captcha = await sandbox.captchaToken('order');
  const agreed = { is_agree_rate: '1', 'g-recaptcha-response': captcha, quote };
  const { order } = await world.call('/onramp/o/new', { ...purchase, ...agreed });
  const address = String((await world.read(order.nice_id))['crypto_address']);
  await world.call(`/onramp/o/${order.nice_id}/cancel`, {});
  await sandbox.send('ethereum', { address, amount: '0.5', asset: 'ETH' });
  await sandbox.mine('ethereum', 3);
  await scanDeposits(context, ethereumDeposits);
  await world.work();
}

const messagesTo = async (email: string) =>
  (await sandbox.inbox(email)).map(({ subject, text }) => ({ subject, text }));
const claims = async (email: string) =>
  (await messagesTo(email)).filter(({ subject }) => subject?.startsWith('Money is waiting') === true);

/** The token in the link of the only claim e-mail. */
async function tokenFor(email: string): Promise<string> {
  const messages = await claims(email);
  expect(messages).toHaveLength(1);
  const [, token = ''] = /\/login\?step=reset&token=([\w-]{43})/.exec(messages[0]?.text ?? '') ?? [];
  expect(token).not.toBe('');
  return token;
}

const agreed = { isAgreeTerms: true, language: 'en' } as const;
const follow = async (token: string, laterMs = 0) => {
  const clock = { now: () => new Date(context.clock.now().getTime() + laterMs) };
  await resetPassword({ ...context, clock }, { ...agreed, token, newPassword, newPasswordRepeat: newPassword });
  await world.work();
};
const accountOf = (email: string) =>
  db.selectFrom('clients').select(['niceId', 'emailConfirmedAt']).where('email', '=', email).executeTakeFirst();
const etherOf = async (email: string) => {
  const account = await accountOf(email);
  return account === undefined ? undefined : readBalance(db, paths.client(account.niceId), 'ETH');
};

const squatting = { passwordHash: 'of the squatter', language: 'en', partnerKey: null, referrerId: '' } as const;

const close = (clientId = '') =>
  db.transaction().execute(async (trx) => {
    const client = await trx
      .selectFrom('clients')
      .select(['clientId', 'niceId'])
      .where('clientId', '=', clientId)
      .executeTakeFirstOrThrow();
    // An account with money on it is not closed.
    const from = paths.client(client.niceId);
    const kept = (await listBalances(trx, from)).filter(({ balance }) => balance > 0n);
    const postings = kept.map(({ currency, balance: amount }) => ({ from, to: paths.treasury, amount, currency }));
    const entry = { kind: 'test', reference: client.niceId, idempotencyKey: `spent:${client.clientId}`, postings };
    if (kept.length > 0) await postEntry(trx, context, entry);
    await clientAccount.close?.(context, trx, client);
  });

describe('an unconfirmed account has no owner: money that waits is claimed by an e-mailed link', () => {
  test('the payer gets the amount by e-mail and claims it by the link, once and not twice', async () => {
    const email = newEmail();
    await payTooLate(email);
    expect(await accountOf(email)).toBeUndefined();
    const token = await tokenFor(email);
    expect((await claims(email))[0]?.text).toContain('0.5');
    const silent = { token, newPassword, newPasswordRepeat: newPassword, language: 'en' } as const;
    await expect(resetPassword(context, silent)).rejects.toMatchObject({ items: [{ code: 'TERMS_REQUIRED' }] });
    expect(await accountOf(email)).toBeUndefined();
    await follow(token);
    const ledger = await db
      .selectFrom('consents')
      .innerJoin('clients', 'clients.clientId', 'consents.clientId')
      .select(['purpose', 'isGiven'])
      .where('email', '=', email)
      .execute();
    expect(ledger).toEqual([{ purpose: 'terms', isGiven: true }]);
    expect(await etherOf(email)).toBe(half);
    expect((await accountOf(email))?.emailConfirmedAt).not.toBeNull();
    await expect(follow(token)).rejects.toMatchObject(over);
    expect(await etherOf(email)).toBe(half);
  });

  test('the news of a refund to a payer without an account speaks of no balance; that to an account says it is there', async () => {
    const news = async (email: string) =>
      (await messagesTo(email)).find(({ subject }) => subject?.endsWith('your money goes back') === true)?.text;
    const email = newEmail();
    await payTooLate(email);
    expect(await news(email)).toContain('0.50000000 ETH is yours again: another e-mail says how to get to it.');
    const { email: known } = await world.signInClient();
    await payTooLate(known);
    expect(await news(known)).toContain('We put 0.50000000 ETH back on your balance.');
  });

  test('not after its three days, and a minute before', async () => {
    const email = newEmail();
    await payTooLate(email);
    const token = await tokenFor(email);
    await expect(follow(token, threeDays)).rejects.toMatchObject(over);
    expect(await accountOf(email)).toBeUndefined();
    await follow(token, threeDays - 60_000);
    expect(await etherOf(email)).toBe(half);
  });

  test('another’s link claims another’s money alone, and an invented one nothing', async () => {
    const [email, thief] = [newEmail(), newEmail()];
    await payTooLate(email);
    await payTooLate(thief);
    await follow(await tokenFor(thief));
    await expect(follow(randomBytes(32).toString('base64url'))).rejects.toMatchObject(over);
    expect(await etherOf(thief)).toBe(half);
    expect(await accountOf(email)).toBeUndefined();
    await follow(await tokenFor(email));
    expect(await etherOf(email)).toBe(half);
  });

  test('who only registered the address loses it to the link; once an account has confirmed it the link does nothing', async () => {
    const email = newEmail();
    const squatter = await addClient(context, db, { ...squatting, email });
    await payTooLate(email);
    await payTooLate(email);
    const [first, second] = (await claims(email)).map(({ text }) => /token=([\w-]{43})/.exec(text)?.[1] ?? '');
    expect(await etherOf(email)).toBe(0n);
    await follow(first ?? '');
    expect(await etherOf(email)).toBe(half * 2n);
    const read = () =>
      db
        .selectFrom('clients')
        .select('passwordHash')
        .where('clientId', '=', squatter ?? '')
        .executeTakeFirstOrThrow();
    const { passwordHash } = await read();
    expect(passwordHash).not.toBe('of the squatter');
    await expect(follow(second ?? '')).rejects.toMatchObject(over);
    expect((await read()).passwordHash).toBe(passwordHash);
    expect((await claims(email)).length).toBe(2);
  });

  test('money that comes when the account is there goes to its balance, without a link', async () => {
    const email = newEmail();
    await payTooLate(email);
    const payer = await db.selectFrom('clients').selectAll().where('payerEmail', '=', email).executeTakeFirstOrThrow();
    await follow(await tokenFor(email));
    await world.giveBalance({ ...payer, access: '' }, 700n, 'EUR');
    await sendClaimLink(context, { clientId: payer.clientId });
    await world.work();
    expect(await readBalance(db, paths.client((await accountOf(email))?.niceId ?? ''), 'EUR')).toBe(700n);
    expect(await claims(email)).toHaveLength(1);
  });

  test('a squatter who closes the account takes nothing along: the money still waits for its link', async () => {
    const email = newEmail();
    await payTooLate(email);
    const token = await tokenFor(email);
    const squatter = await addClient(context, db, { ...squatting, email });
    await close(squatter);
    await follow(token);
    expect(await etherOf(email)).toBe(half);
  });

  test('once the account that has the money is closed, an older link opens nothing', async () => {
    const email = newEmail();
    await payTooLate(email);
    await payTooLate(email);
    const [first = '', second = ''] = (await claims(email)).map(
      ({ text }) => /token=([\w-]{43})/.exec(text)?.[1] ?? '',
    );
    await follow(first);
    const { clientId } = await db
      .selectFrom('clients')
      .select('clientId')
      .where('email', '=', email)
      .executeTakeFirstOrThrow();
    await close(clientId);
    await expect(follow(second)).rejects.toMatchObject(over);
    const payers = db.selectFrom('clients').select('email').where('email', 'like', 'payer:%');
    expect(await payers.where('emailConfirmedAt', 'is not', null).execute()).toEqual([]);
  });

  test('past the limit of e-mails to the address the link is sent as soon as there is room', async () => {
    const email = newEmail();
    const messages = { what: 'letter question', by: 'recipient', value: email, tries: 20, seconds: 3600 };
    for (let count = 0; count < 20; count += 1) await countTry(context, db, messages);
    Object.assign(world.jobContext, { config: { ...context.config, RATE_LIMIT: 'on' } });
    await payTooLate(email);
    expect(await claims(email)).toEqual([]);
    const row = await db
      .selectFrom('letters')
      .select(['letterId', 'withheldAt', 'createdAt'])
      .where('recipient', '=', email)
      .where('template', '=', 'money-claim')
      .executeTakeFirstOrThrow();
    expect(row.withheldAt).toBeNull();
    const { rows } = await sql<{ isLater: boolean }>`
      select start_after > now() + interval '50 minutes' as is_later from pgboss.job
      where name = 'send-letter-to-stranger' and state = 'created' and data::text like ${`%${row.letterId}%`}
    `.execute(db);
    expect(rows).toEqual([{ isLater: true }]);
    await db.deleteFrom('countedTries').execute();
    await world.work({ isEarly: true });
    Object.assign(world.jobContext, { config: context.config });
    await follow(await tokenFor(email));
    expect(await etherOf(email)).toBe(half);
  });
});
