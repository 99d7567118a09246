import { describe, expect, test } from 'vitest';
import { findExchangeMode, type ExchangeModeRule } from './find-exchange-mode.ts';

const rules: ExchangeModeRule[] = [
  { currencies: ['BTC', 'USDT'], payinGroup: '', payoutGroup: 'balance', mode: 'deposit' },
  { currencies: ['BTC', 'USDT', 'EUR'], payinGroup: 'balance', payoutGroup: '', mode: 'withdrawal' },
];
const side = (text: string) => {
  const [balanceCurrency = '', group = ''] = text.split(' ');
  return { balanceCurrency, group };
};

describe('A-031 what submitting an exchange means', () => {
  test.each([
    ['BTC bitcoin', 'BTC balance', 'deposit'],
    ['USDT tron', 'USDT balance', 'deposit'],
    ['BTC balance', 'BTC bitcoin', 'withdrawal'],
    ['EUR balance', 'EUR sepa', 'withdrawal'],
    ['EUR card', 'EUR balance', 'order'],
    ['EUR card', 'BTC balance', 'order'],
    ['BTC balance', 'EUR sepa', 'order'],
    ['BTC bitcoin', 'USDT balance', 'order'],
    ['BTC balance', 'BTC balance', 'order'],
    ['ETH balance', 'ETH ethereum', 'order'],
  ])('%s to %s is %s', (payin, payout, mode) => {
    expect(findExchangeMode(rules, side(payin), side(payout))).toBe(mode);
  });
});
