import type { ConfigAnswer } from '@causeway/contract/shapes/site-config';
import { describe, expect, test } from 'vitest';
import { chooseBalance } from './home-view.tsx';

const isConfig = (_value: unknown): _value is Pick<ConfigAnswer, 'swConfig' | 'currencyConfig'> => true;

function setUp() {
  const option = (currency: string, code: string, isPaused = 0) => ({ groups: [{ currency, code, isPaused }] });
  const config = {
    swConfig: {
      payinSelect: [option('EUR', 'balance'), option('USDT', 'balance'), option('GBP', 'balance', 1)],
      payoutSelect: [
        option('BTC', 'bitcoin', 1),
        option('EUR', 'sepa'),
        option('USDTTRC20', 'tron'),
        option('ETH', 'x'),
      ],
    },
    currencyConfig: { USDTTRC20: { balanceCurrency: 'USDT' }, BTC: { balanceCurrency: 'BTC' } },
  };
  if (!isConfig(config)) throw new Error('never');
  return (code: string, payoutCurrency: string, payinCurrency = 'EUR', locked: string[] = []) => {
    const choice = chooseBalance(config, { code, preorder: { payinCurrency, payoutCurrency }, locked });
    return choice && (choice.payout?.currency ?? 'as it was');
  };
}

describe('A-106 a currency of the wallet pays', () => {
  const choose = setUp();
  test.each([
    ['for what is chosen', 'EUR', 'BTC', 'ETH', 'as it was'],
    ['for what was to be paid with, where it would come out as itself', 'USDT', 'USDT', 'ETH', 'ETH'],
    ['also from another network', 'USDT', 'USDTTRC20', 'EUR', 'EUR'],
    ['else for the first that is open', 'EUR', 'EUR', 'EUR', 'USDTTRC20'],
  ])('%s', (_what, code, payout, payin, chosen) => {
    expect(choose(code, payout, payin)).toBe(chosen);
  });
  test.each([
    ['that is no balance', 'RWD', []],
    ['that is paused', 'GBP', []],
    ['where the partner has fixed how to pay', 'EUR', ['payinGroup']],
    ['where the partner has fixed what comes out', 'EUR', ['payoutCurrency']],
  ])('not one %s', (_what, code, locked) => {
    expect(choose(code, 'BTC', 'EUR', locked)).toBeUndefined();
  });
});
