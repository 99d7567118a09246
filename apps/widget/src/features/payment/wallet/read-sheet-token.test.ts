import { expect, test } from 'vitest';
import { readSheetToken } from './read-sheet-token.ts';

const google = (token: unknown) => ({ paymentMethodData: { tokenizationData: { type: 'PAYMENT_GATEWAY', token } } });

test.each<[string, unknown, string | undefined]>([
  ['Google’s text', google('{"signature":"s"}'), '{"signature":"s"}'],
  [
    'Apple’s object, as text',
    { token: { paymentData: { version: 'EC_v1', data: 'x' } } },
    '{"version":"EC_v1","data":"x"}',
  ],
  ['nothing of an empty text', google(''), undefined],
  ['nothing of a number', google(7), undefined],
  ['nothing of another answer', { token: { paymentData: null } }, undefined],
  ['nothing of no answer', null, undefined],
  ['nothing of text', 'token', undefined],
])('reads %s', (_name, details, token) => expect(readSheetToken(details)).toBe(token));
