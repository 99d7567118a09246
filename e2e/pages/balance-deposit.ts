import { say } from '../say.ts';
import type { Scope } from './scope.ts';

/** The page where money is put onto the balance. */
export function balanceDeposit(scope: Scope) {
  return {
    heading: scope.getByRole('heading', { level: 1, name: say('tpl:deposit:title') }),
    choice: scope.getByRole('button', { name: say('tpl:deposit:change') }),
    /** The whole address, as a screen reader has it. */
    address: scope.locator('p > .vh').first(),
    copy: scope.getByRole('button', { name: say('tpl:payment:deposit_copy') }),
    share: scope.getByRole('button', { name: say('tpl:deposit:share') }),
    code: scope.getByRole('img', { name: say('tpl:payment:deposit_qr') }),
    another: scope.getByRole('button', { name: say('tpl:deposit:another') }),
    getNew: scope.getByRole('button', { name: say('tpl:deposit:get_new') }),
    over: scope.getByText(say('tpl:deposit:over')).last(),
    incoming: scope
      .locator('section')
      .getByRole('row')
      .filter({ has: scope.getByRole('cell') }),
    others: scope.getByRole('heading', { name: say('tpl:deposit:other_title') }),
    tryAgain: scope.getByRole('button', { name: say('tpl:common:try_again') }),
    raise: scope.getByRole('button', { name: /^Raise it to/ }),
    order: scope.getByRole('button', { name: say('tpl:deposit:order_go') }),
    agreeTransfer: scope.getByRole('checkbox', { name: say('tpl:deposit:transfer_agree') }),
    showAccount: scope.getByRole('button', { name: say('tpl:deposit:transfer_show') }),
    copyOf: (key: string) => scope.getByRole('button', { name: say('tpl:order:copy', { what: say(key) }) }),
    row: (key: string) => scope.locator('dl > div').filter({ hasText: say(key) }),
  };
}
