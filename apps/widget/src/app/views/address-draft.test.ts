import { expect, test } from 'vitest';
import { preorder as somePreorder } from '../../../tests/fixtures.ts';
import { noAddressValues } from '../../features/address/rules/address-values.ts';
import { draftOf, keepDraft } from './address-view.tsx';

const preorder = { ...somePreorder, payoutCurrency: 'EUR', payoutGroup: 'sepa' };
const iban = 'DE89370400440532013000';

test('A-036 what was typed before a step back is there again, for the same client and pay-out alone', () => {
  const owner = { client: 'C1', preorder };
  keepDraft(owner, { ...noAddressValues, iban, token: 'card', isAgreeName: true });

  expect(draftOf({ client: 'C1', preorder: { ...preorder, payinAmount: '0.006' } })).toMatchObject({ iban });
  expect(draftOf(owner), 'an agreement or a card is asked for again').not.toHaveProperty('isAgreeName');
  expect(draftOf(owner)).not.toHaveProperty('token');
  expect(draftOf({ client: 'C2', preorder })).toEqual({});
  expect(draftOf({ client: 'C1', preorder: { ...preorder, payoutGroup: 'card' } })).toEqual({});
  expect(draftOf({ client: 'C1', preorder: { ...preorder, dstAddress: 'bc1qof-a-link' } })).toEqual({});
});
