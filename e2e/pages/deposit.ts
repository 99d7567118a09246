import { say } from '../say.ts';
import type { Scope } from './scope.ts';

/** Coins to send to an order. */
export function deposit(scope: Scope) {
  return {
    heading: (amount: string) => scope.getByRole('heading', { name: say('tpl:payment:deposit_title', { amount }) }),
    /** The whole address, as a screen reader has it. */
    address: scope.locator('p > .vh').first(),
    copy: scope.getByRole('button', { name: say('tpl:payment:deposit_copy') }),
    code: scope.getByRole('img', { name: say('tpl:payment:deposit_qr') }),
    seen: scope.getByRole('heading', { name: say('tpl:payment:deposit_seen_title') }),
    transaction: scope.locator('dl a'),
  };
}
