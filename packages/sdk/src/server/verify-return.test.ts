import { expect, test } from 'vitest';
import { verifyReturn, WebhookError } from './index.ts';

const secrets = { wk_new: 'whsec_new' };
// Made by another program than ours; the server's test of signText has the same.
const signature =
  't=1780000000,kid=wk_new,v1=bcb88930ea3530fa60be2fbdc1d95fe5ca615a8115e563426f12e785248618c3,kid=wk_old,v1=d63e344118d649e0bb542f727b70b236836cd2076d2d2b6d25b079c1af21daac';
const reported = { order_id: 'CW7Q2M9V4T8K1N5X3B', status: 'finished', partner_order_id: '7', signature };
const queryOf = (changes: Readonly<Record<string, string>> = {}) =>
  new URLSearchParams({ ...reported, ...changes }).toString();

test.each([
  ['an address', `https://shop.example/thanks?cart=7&${queryOf()}#top`],
  ['a URL', new URL(`https://shop.example/thanks?${queryOf()}`)],
  ['a path', `/thanks?${queryOf()}`],
  ['a query', `?${queryOf()}`],
  ['a query without its mark', queryOf()],
])('A-097 a way back is believed from %s', async (_name, address) => {
  expect(await verifyReturn({ address, secrets })).toEqual({
    orderId: 'CW7Q2M9V4T8K1N5X3B',
    status: 'finished',
    partnerOrderId: '7',
    endedAt: 1_780_000_000,
  });
});

test.each([
  ['of another order', queryOf({ order_id: 'CW7Q2M9V4T8K1N5X3C' }), 'signature_wrong'],
  ['with another end', queryOf({ status: 'canceled' }), 'signature_wrong'],
  ['for another number of the shop', queryOf({ partner_order_id: '8' }), 'signature_wrong'],
  ['whose dots moved', queryOf({ status: 'finished.7', partner_order_id: '' }), 'signature_wrong'],
  ['at another time', queryOf({ signature: signature.replace('1780000000', '1780000001') }), 'signature_wrong'],
  ['with an unknown key', queryOf({ signature: signature.replaceAll('wk_', 'wx_') }), 'key_unknown'],
  ['that has its status twice', `${queryOf()}&status=canceled`, 'signature_malformed'],
  ['without a signature', queryOf({ signature: '' }), 'signature_missing'],
  ['without anything', 'https://shop.example/thanks', 'signature_missing'],
])('A-097 a way back %s is refused', async (_name, address, code) => {
  const error: unknown = await verifyReturn({ address, secrets }).catch((thrown: unknown) => thrown);
  expect(error instanceof WebhookError && error.code).toBe(code);
});
