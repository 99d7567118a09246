import { say } from '../say.ts';
import type { Scope } from './scope.ts';

/** The first screen: amounts, rate, fees. */
export function exchange(scope: Scope) {
  const form = scope.getByRole('form');
  const changes = form.getByRole('button', { name: /Change$/ });
  return {
    form,
    payin: scope.getByLabel(say('tpl:exchange:payin'), { exact: true }),
    payout: scope.getByLabel(say('tpl:exchange:payout'), { exact: true }),
    payinCurrency: changes.first(),
    payoutCurrency: changes.last(),
    /** '1 BTC = 58 214.60 EUR' with its explanation below. */
    rate: form.locator('p').filter({ hasText: /= / }),
    fixed: scope.getByRole('radio', { name: say('tpl:exchange:rate_fixed') }),
    floating: scope.getByRole('radio', { name: say('tpl:exchange:rate_floating') }),
    /** The radio itself is hidden under its label. */
    chooseFixed: () => scope.getByText(say('tpl:exchange:rate_fixed'), { exact: true }).click(),
    fees: form.locator('summary'),
    feeLines: form.locator('details dl > div'),
    feePanel: form.locator('details'),
    coupon: scope.getByRole('button', { name: say('tpl:exchange:coupon_add') }),
    couponField: scope.getByRole('textbox', { name: say('tpl:coupon:label') }),
    applyCoupon: scope.getByRole('button', { name: say('tpl:coupon:apply') }),
    removeCoupon: scope.getByRole('button', { name: say('tpl:coupon:remove') }),
    swap: scope.getByRole('button', { name: say('tpl:exchange:swap') }),
    /** Pays with the whole balance. */
    useAll: scope.getByRole('button', { name: /^Use \d/ }),
    goOn: scope.getByRole('button', { name: say('tpl:exchange:submit_continue') }),
    submit: form.locator('button[type=submit]'),
    logIn: scope.getByRole('button', { name: say('tpl:exchange:submit_login') }),
    buy: scope.getByRole('button', { name: say('tpl:exchange:submit_buy', { name: 'Bitcoin' }) }),
  };
}
