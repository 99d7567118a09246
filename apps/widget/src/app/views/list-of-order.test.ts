import { expect, test } from 'vitest';
import { listOfOrder } from './status-page.tsx';

const client = { mode: 'normal', isSignedIn: true, isMerchant: false, order: { isPartnerRole: 0 } } as const;

test.each([
  ['a client', client, 'transactions'],
  ['who stands for its partner', { ...client, order: { isPartnerRole: 1 } }, 'partner-transactions'],
  ['a visitor', { ...client, isSignedIn: false }, undefined],
  ['the payer of a merchant', { ...client, isMerchant: true }, undefined],
  ['a client of a site with a header of its own', { ...client, mode: 'cabinet-buy-sell' }, 'transactions'],
  ['a client in a cabinet', { ...client, mode: 'cabinet' }, undefined],
  ['a client of one order', { ...client, mode: 'directBuy' }, undefined],
] as const)('A-041, A-054, 1-34, 1-36 the list that the page of an order leads %s to', (_name, reader, list) =>
  expect(listOfOrder(reader)).toBe(list),
);
