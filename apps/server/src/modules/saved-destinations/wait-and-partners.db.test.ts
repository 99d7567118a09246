import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { readBalance } from '../../ledger/balances.ts';
import { paths } from '../../ledger/paths.ts';
import { approveByCode } from '../card-payouts/fixtures/sell-to-card.ts';
import { catalogueLanguages } from '../locales/catalogues.ts';
import { expectSound } from '../orders/fixtures/expect-sound.ts';
import { savePartner } from '../partners/save-partner.ts';
import { openWithdrawalWorld } from '../withdrawals/fixtures/open-withdrawal-world.ts';
import { beginWait } from './destination-wait.ts';

const world = await openWithdrawalWorld();
const { context } = world;
const seller = await world.signInClient();
beforeAll(async () => {
  const look = { allowedOrigins: [], isFloatingRate: true, theme: 'auto' as const, themeSettings: {} };
  const shop = { partnerKey: 'pk_shop', name: 'Shop', isMerchant: false, clientId: seller.clientId };
  await savePartner(context, { ...look, ...shop });
});
afterEach(() => expectSound(world));

const fromBalance = { payin_group: 'balance', payin_amount: '290' };
const toPartner = { pay_to_partner: '1', payout_group: 'balance', payout_currency: 'USD', dst_address: '' };

describe('while new destinations wait', () => {
  test('the balance pays a partner that the operator has admitted, by the code of the order', async () => {
    const client = await world.clientWith(30_000n, 'EUR');
    await beginWait(context, client.clientId);
    const refused = async (changes: Readonly<Record<string, string>>) =>
      (await world.buy(client.access, { ...fromBalance, ...changes })).body.errors.map(({ code }) => code);
    expect(await refused({})).toEqual(['DESTINATION_UNKNOWN']);
    expect(await refused({ ...toPartner, partner_key: 'pk_nobody' })).toEqual(['PARTNER_UNKNOWN']);
    const { body } = await world.buy(client.access, { ...fromBalance, ...toPartner, partner_key: 'pk_shop' });
    expect(body.errors).toEqual([]);
    const paid = () => readBalance(context.db, paths.client(seller.niceId), 'USD');
    expect(await paid()).toBe(0n);
    await approveByCode(world, client, body);
    expect(await paid()).toBeGreaterThan(0n);
  });

  const left: Readonly<Record<string, RegExp>> = { en: /shop.*wait/, es: /tienda.*espera/, uk: /магазин.*чека/ };
  test.each(catalogueLanguages)('the setting says in %s that a payment to a shop does not wait', (language) => {
    expect(context.texts.say(language, 'tpl:settings:destinations:wait_text')).toMatch(left[language] ?? /^$/);
  });
});
