import { beforeAll, expect, test } from 'vitest';
import { readBalance } from '../../ledger/balances.ts';
import { paths } from '../../ledger/paths.ts';
import { confirmCardPayment } from '../acquirer-payins/results/apply-card-payment.ts';
import { approveByCode } from '../card-payouts/fixtures/sell-to-card.ts';
import { settleFees } from '../merchants/settle-fees.ts';
import { openOrderWorld, type SignedInClient } from '../orders/fixtures/open-order-world.ts';
import { savePartner } from '../partners/save-partner.ts';
import { releasePartnerFees } from '../payin-methods/release-when-final.ts';

const world = await openOrderWorld();
const { context, sandbox } = world;
const { db } = context;
const look = { allowedOrigins: [], isFloatingRate: true, theme: 'auto' as const, themeSettings: {} };
let [owner, seller]: SignedInClient[] = [];

beforeAll(async () => {
  [owner, seller] = [await world.signInClient(), await world.signInClient()];
  const fees = { partnerKey: 'pk_fees', name: 'Fees', isMerchant: false, feePercent: 100_000 };
  await savePartner(context, { ...look, ...fees, clientId: owner.clientId });
  await savePartner(context, {
    ...look,
    partnerKey: 'pk_shop',
    name: 'Shop',
    isMerchant: false,
    clientId: seller.clientId,
  });
});

test('a fee waits for what payers have paid a client as a partner, also where the partner is another’s since', async () => {
  if (seller === undefined || owner === undefined) throw new Error('Nobody is there.');
  const payer = await world.signInClient();
  const toShop = { partner_key: 'pk_shop', pay_to_partner: '1', payout_group: 'balance', payout_currency: 'USD' };
  const { order } = await world.buy(payer.access, { ...toShop, dst_address: '' });
  const payment = await world.paymentOf(order.nice_id);
  const hear = async () => confirmCardPayment(context, { acquirer: 'card_one', acquirerPaymentId: payment });
  await sandbox.settlePayment(payment, 'approved', 0);
  await hear();
  expect(await readBalance(db, paths.client(seller.niceId), 'USD')).toBeGreaterThan(0n);
  // As `partners set --client` does it.
  const { clientId } = await world.signInClient();
  await savePartner(context, { ...look, partnerKey: 'pk_shop', name: 'Shop', isMerchant: false, clientId });
  const within = { payin_group: 'balance', payout_group: 'balance', payout_currency: 'ETH', dst_address: '' };
  const spent = { partner_key: 'pk_fees', payin_currency: 'USD', payin_amount: '100', ...within };
  const { body } = await world.buy(seller.access, spent);
  await approveByCode(world, seller, body);
  const fee = await readBalance(db, paths.partnerPending('pk_fees'), 'USD');
  expect(fee).toBeGreaterThan(0n);
  await releasePartnerFees(context);
  await settleFees(context, 'pk_fees');
  expect(await readBalance(db, paths.partnerPending('pk_fees'), 'USD')).toBe(fee);
  await sandbox.settlePayment(payment, 'chargeback', 0);
  await hear();
  expect(await readBalance(db, paths.partner('pk_fees'), 'USD')).toBe(0n);
});
