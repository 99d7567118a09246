import { say } from '../say.ts';
import type { Scope } from './scope.ts';

/** The requisites of a bank transfer. */
export function bankTransfer(scope: Scope) {
  const row = (key: string) => scope.locator('dl > div').filter({ has: scope.getByText(say(key), { exact: true }) });
  const copyName = (key: string) => say('tpl:order:copy', { what: say(key) });
  return {
    heading: (amount: string) => scope.getByRole('heading', { name: say('tpl:payment:bank_title', { amount }) }),
    iban: row('tpl:payment:iban').locator('dd span').first(),
    amount: row('tpl:payment:amount').locator('dd span').first(),
    reference: scope
      .locator('p')
      .filter({ has: scope.getByRole('button', { name: copyName('tpl:payment:reference') }) })
      .locator('.num'),
    copy: (key: string) => scope.getByRole('button', { name: copyName(key), exact: true }),
    code: scope.getByRole('img', { name: say('tpl:payment:bank_qr') }),
    waiting: scope.getByRole('status').filter({ hasText: say('tpl:payment:bank_waiting') }),
    rest: scope.locator('summary').filter({ hasText: say('tpl:payment:rest_title') }),
  };
}
