import { say } from '../say.ts';
import type { Scope } from './scope.ts';

/** The form of a withdrawal from the balance. */
export function withdrawal(scope: Scope) {
  return {
    heading: scope.getByRole('heading', { level: 1, name: say('tpl:withdrawal:title') }),
    from: scope.getByLabel(say('tpl:withdrawal:from')),
    to: scope.getByLabel(say('tpl:withdrawal:to'), { exact: true }),
    amount: scope.getByLabel(say('tpl:withdrawal:amount')),
    useAll: scope.getByRole('button', { name: say('tpl:withdrawal:all') }),
    address: scope.getByLabel(say('tpl:address:label', { name: 'Bitcoin' })),
    iban: scope.getByLabel(say('tpl:address:iban')),
    holder: scope.getByLabel(say('tpl:address:beneficiary_account')),
    keepHeading: scope.getByRole('heading', { name: say('tpl:withdrawal:keep_title') }),
    notNow: scope.getByRole('button', { name: say('tpl:withdrawal:keep_later') }),
    keepName: scope.getByLabel(say('tpl:settings:destinations:name')),
    password: scope.getByLabel(say('tpl:auth:password'), { exact: true }),
    keep: scope.getByRole('button', { name: say('tpl:settings:destinations:keep') }),
    submit: scope.locator('button[type="submit"]'),
    empty: scope.getByText(say('tpl:withdrawal:empty_text')),
    tryAgain: scope.getByRole('button', { name: say('tpl:common:try_again') }),
  };
}
