import { expect, test } from 'vitest';
import { bankQrText } from './payment-qr.ts';

const account = {
  iban: 'LT12 1000 0111 0100 1000',
  bic: 'SANDLT21XXX',
  bankName: 'Sandbox Bank',
  holder: 'Causeway',
  reference: 'CW7Q2M9V4T8K1N5X3B',
  amount: '149.90',
  currency: 'EUR',
};

test('the code of a transfer holds what is still to be sent, exactly as the standard says', () => {
  expect(bankQrText(account)?.split('\n')).toEqual([
    'BCD',
    '002',
    '1',
    'SCT',
    'SANDLT21XXX',
    'Causeway',
    'LT121000011101001000',
    'EUR149.90',
    '',
    '',
    'CW7Q2M9V4T8K1N5X3B',
  ]);
});

test.each([
  ['another currency', { currency: 'USD' }],
  ['nothing left to send', { amount: '0.00' }],
])('no code for %s', (_name, part) => expect(bankQrText({ ...account, ...part })).toBeUndefined());
