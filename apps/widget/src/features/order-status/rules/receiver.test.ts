import { expect, test } from 'vitest';
import { receiverOf } from './order-kind.ts';

const plain = { isMerchant: 0, payToPartner: 0, isDonation: 0, isPartnerRole: 0 } as const;

test.each([
  ['a plain order pays its reader', {}, 'you'],
  ['a merchant’s order pays the shop', { isMerchant: 1 }, 'shop'],
  ['an order that pays the partner too', { payToPartner: 1 }, 'shop'],
  ['a donation is a gift', { isMerchant: 1, payToPartner: 1, isDonation: 1 }, 'gift'],
  ['a donation without a receiver is none', { isDonation: 1 }, 'you'],
  ['6-08 its partner reads its own money', { isMerchant: 1, payToPartner: 1, isPartnerRole: 1 }, 'you'],
] as const)('A-098 %s', (_name, part, receiver) => expect(receiverOf({ ...plain, ...part })).toBe(receiver));
