import { decodeForm } from '@causeway/contract/wire/decode-form';
import Fastify, { type FastifyInstance } from 'fastify';
import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { buildBootData } from '../../pages/build-boot-data.ts';
import { answerErrors } from '../../plugins/errors.ts';
import { readBodies } from '../../plugins/read-bodies.ts';
import { openOrderWorld } from '../orders/fixtures/open-order-world.ts';
import { rotatePartnerSecret } from '../partners/partner-secrets.ts';
import { forgetPartnerSessions } from '../partner-sessions/store.ts';
import { partnerSessionRoutes } from './session-routes.ts';

const world = await openOrderWorld();
const { context } = world;
const partnerKey = 'pk_test_merchant';
let app: FastifyInstance;
let secret: string;

beforeAll(async () => {
  app = Fastify({ routerOptions: { querystringParser: () => ({}) } });
  answerErrors(app, context);
  readBodies(app);
  partnerSessionRoutes(app, context);
  secret = (await rotatePartnerSecret(context, partnerKey, 86_400)).secret;
});

/** Mints a token and opens its page. @returns what the page orders with */
async function openPage(presets: Readonly<Record<string, string>>, added = ''): Promise<Record<string, string>> {
  const response = await app.inject({
    method: 'POST',
    url: '/partner/sessions',
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'x-authorization': `Bearer ${secret}` },
    payload: new URLSearchParams(presets).toString(),
  });
  const { session_token: token } = z.object({ session_token: z.string() }).parse(JSON.parse(response.body));
  const query = `partner_key=${partnerKey}&session_token=${token}${added}`;
  const page = {
    language: 'en',
    path: '/widget',
    query,
    fields: decodeForm(query),
    isLanguageNamed: false,
    isAlone: false,
    ip: '::1',
  } as const;
  const { boot } = await buildBootData(context, { isFirstScreenText: () => false, script: '' }, page);
  const { widgetParams } = boot.config.swConfig;
  return { ...z.record(z.string(), z.string()).parse(widgetParams), partner_session: boot.host?.session ?? '' };
}

const payer = { client_email: 'minted@example.com', is_floating_rate: '0', is_merchant: '1' };
const errorsOf = ({ body }: Awaited<ReturnType<typeof world.buy>>) =>
  body.errors.map(({ code, field }) => `${code} ${field}`);

describe('an order is what was promised: what a token fixes can be ordered by its page, and by nothing else', () => {
  test('a merchant’s page with a fixed address is priced and ordered to that address', async () => {
    const address = await world.sandbox.outsideAddress('bitcoin');
    const opened = await openPage({
      is_merchant: '1',
      purchase_amount: '0.002',
      purchase_currency: 'BTC',
      dst_address: address,
    });
    expect(opened).toMatchObject({ pay_to_partner: '0', payout_group: 'bitcoin' });
    const terms = {
      ...payer,
      partner_key: partnerKey,
      payout_currency: 'BTC',
      payout_group: opened['payout_group'] ?? '',
      payin_amount: '0',
      payout_amount: '0.002',
      is_payout_calc: '1',
      purchase_amount: '0.002',
      purchase_currency: 'BTC',
      pay_to_partner: opened['pay_to_partner'] ?? '',
    };
    const { quote } = (await world.calculate(terms)).calc;
    const placed = await world.call('/onramp/o/new', {
      ...terms,
      payin_currency: 'EUR',
      payin_group: 'card',
      is_agree_rate: '1',
      is_agree_name: '1',
      'g-recaptcha-response': await world.sandbox.captchaToken('order'),
      quote,
      dst_address: address,
      partner_session: opened['partner_session'] ?? '',
    });
    expect(errorsOf(placed)).toEqual([]);
    const row = await context.db
      .selectFrom('orders')
      .select(['destinationAddress', 'payToPartner', 'payoutGroup'])
      .where('niceId', '=', placed.order.nice_id)
      .executeTakeFirstOrThrow();
    expect(row).toEqual({ destinationAddress: address, payToPartner: false, payoutGroup: 'bitcoin' });
  });

  test('a page whose URL says that the partner is not paid, without a fixed address, prices and orders for the partner', async () => {
    const presets = { is_merchant: '1', purchase_amount: '0.002', purchase_currency: 'BTC' };
    const opened = await openPage(presets, '&pay_to_partner=0&payout_group=bitcoin');
    const terms = {
      ...payer,
      partner_key: partnerKey,
      payin_currency: 'EUR',
      payin_group: 'card',
      payin_amount: '0',
      payout_currency: 'BTC',
      payout_group: 'bitcoin',
      purchase_amount: '0.002',
      purchase_currency: 'BTC',
      pay_to_partner: opened['pay_to_partner'] ?? '',
    };
    const { quote, ...priced } = (await world.calculate(terms)).calc;
    const placed = await world.call('/onramp/o/new', {
      ...terms,
      is_agree_rate: '1',
      is_agree_name: '1',
      'g-recaptcha-response': await world.sandbox.captchaToken('order'),
      quote,
      partner_session: opened['partner_session'] ?? '',
    });
    expect(errorsOf(placed)).toEqual([]);
    expect(placed.order).toMatchObject({ pay_to_partner: 1, payout_group: 'balance' });
    expect(placed.order['payin_amount']).toBe(priced.payin_amount);
  });

  test.each(['A-76 ', ' A-76', 'a-76', 'Ａ-76', 'Á-76', 'A -76'])(
    'nor is it ordered elsewhere as %j, which a shop’s database may take for the same',
    async (spelled) => {
      await openPage({ partner_order_id: 'A-76', payin_amount: '250', payin_currency: 'EUR' });
      const access = await world.signIn();
      const foreign = await world.buy(access, {
        partner_key: partnerKey,
        partner_order_id: spelled,
        payin_amount: '40',
      });
      expect(errorsOf(foreign)).toEqual(['PRESET_LOCKED partner_order_id']);
    },
  );

  test('an order that had the number before, of no token, sells nothing: its money goes back', async () => {
    const access = await world.signIn();
    const early = { partner_key: partnerKey, partner_order_id: 'N-79', payin_amount: '40', payout_group: 'balance' };
    const first = await world.buy(access, { ...early, payout_currency: 'USD', dst_address: '' });
    expect(errorsOf(first)).toEqual([]);
    await openPage({ partner_order_id: 'N-79', payin_amount: '250', payin_currency: 'EUR' });
    await world.sandbox.settlePayment(await world.paymentOf(first.order.nice_id), 'approved');
    await world.until(first.order.nice_id, 'refunded');
  });

  test('nor once the token is forgotten: of a page without an order its number stays, and nothing else, as long as its key', async () => {
    await openPage({ partner_order_id: 'N-80', client_email: payer.client_email });
    const week = 7 * 24 * 60 * 60_000;
    const long = new Date(context.clock.now().getTime() - week - 1000);
    await context.db.updateTable('partnerSessions').set({ createdAt: long }).execute();
    await forgetPartnerSessions(context);
    const kept = () => context.db.selectFrom('partnerSessions').select('presets').execute();
    expect(await kept()).toContainEqual({ presets: { partnerOrderId: 'N-80' } });
    expect(JSON.stringify(await kept())).not.toContain(payer.client_email);
    const access = await world.signIn();
    const foreign = await world.buy(access, { partner_key: partnerKey, partner_order_id: 'n-80', payin_amount: '40' });
    expect(errorsOf(foreign)).toEqual(['PRESET_LOCKED partner_order_id']);
  });

  test('a number of the partner’s own that a token has fixed is ordered by that token’s page alone', async () => {
    await openPage({ partner_order_id: 'A-77', payin_amount: '250', payin_currency: 'EUR' });
    const access = await world.signIn();
    const foreign = await world.buy(access, { partner_key: partnerKey, partner_order_id: 'A-77', payin_amount: '40' });
    expect(errorsOf(foreign)).toEqual(['PRESET_LOCKED partner_order_id']);
    const free = await world.buy(access, { partner_key: partnerKey, partner_order_id: 'B-78' });
    expect(errorsOf(free)).toEqual([]);
    // A key that was stolen and ended holds no numbers.
    const ended = new Date(world.context.clock.now().getTime() - 1000);
    await world.context.db.updateTable('partnerSecrets').set({ endsAt: ended }).execute();
    const again = await world.buy(access, { partner_key: partnerKey, partner_order_id: 'A-77', payin_amount: '40' });
    expect(errorsOf(again)).toEqual([]);
    await forgetPartnerSessions(context);
    const held = context.db.selectFrom('partnerSessions').select('presets');
    expect(JSON.stringify(await held.execute())).not.toContain('N-80');
  });
});
