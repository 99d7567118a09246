import { expect, test } from 'vitest';
import { returnLink, type ReturnFacts } from './return-link.ts';

const order: ReturnFacts = {
  status: 'finished',
  niceId: 'CW7Q2M9V4T8K1N5X3B',
  partnerOrderId: '',
  signature: 'c2ln',
  httpReturnSuccess: 'https://shop.example/thanks?cart=7',
  httpReturnFailed: 'https://shop.example/sorry',
};

test('A-097 a finished order leads back with its id, status and signature beside what the shop put there', () =>
  expect(returnLink(order)).toBe(
    'https://shop.example/thanks?cart=7&order_id=CW7Q2M9V4T8K1N5X3B&status=finished&signature=c2ln',
  ));
test('A-097 the shop’s own number goes along, and replaces one that the address had', () => {
  const address = { httpReturnSuccess: 'https://shop.example/thanks?partner_order_id=8' };
  const reported = (partnerOrderId: string) =>
    new URL(returnLink({ ...order, ...address, partnerOrderId }) ?? '').searchParams.getAll('partner_order_id');
  expect([reported('7 & 7'), reported('')]).toEqual([['7 & 7'], []]);
});
test.each(['error', 'expired', 'refunded', 'canceled'] as const)('A-097 %s leads back to the other address', (status) =>
  expect(returnLink({ ...order, status })).toBe(
    `https://shop.example/sorry?order_id=CW7Q2M9V4T8K1N5X3B&status=${status}&signature=c2ln`,
  ),
);
test.each<[string, Partial<ReturnFacts>]>([
  ['on its way', { status: 'processing' }],
  ['without an address', { httpReturnSuccess: '' }],
  ['with an address that is none', { httpReturnSuccess: 'javascript:alert(1)' }],
  ['with a path', { httpReturnSuccess: '/thanks' }],
])('A-097 an order %s leads nowhere', (_name, part) => expect(returnLink({ ...order, ...part })).toBeUndefined());
