import { say } from '../say.ts';
import { picker } from './picker.ts';
import type { Scope } from './scope.ts';

/** The form of a withdrawal from the balance. */
export function withdrawal(scope: Scope) {
  const to = scope.getByRole('button', { name: /Change$/ }).last();
  const { search, methods, sheet } = picker(scope);
  return {
    heading: scope.getByRole('heading', { level: 1, name: say('tpl:withdrawal:title') }),
    /** Where money goes: a press opens the picker. */
    to,
    search,
    /** Chooses where money goes: a bank or a card in euros, of which the picker offers both. */
    async goToEuros(method: string, act: string) {
      await to.click();
      await search.fill('EUR');
      await search.press('Enter');
      await methods.getByRole('radio', { name: method }).check();
      await sheet.getByRole('button', { name: act }).click();
    },
    amount: scope.getByLabel(say('tpl:withdrawal:from'), { exact: true }),
    useAll: scope.getByRole('button', { name: /^Use all \d/ }),
    /** The press that puts the nearest accepted amount in place of a refused one. */
    useAmount: scope.getByRole('button', { name: /^Use \d/ }),
    rate: scope.locator('form p').filter({ hasText: /= / }),
    fees: scope.locator('form summary'),
    feeLines: scope.locator('form details dl > div'),
    /** Saved destinations, and another one whose fields it opens. */
    kept: (name: string | RegExp) => scope.getByRole('radio', { name }),
    address: scope.getByLabel(say('tpl:address:label', { name: 'Bitcoin' })),
    iban: scope.getByLabel(say('tpl:address:iban')),
    holder: scope.getByLabel(say('tpl:address:beneficiary_account')),
    keepHeading: scope.getByRole('heading', { name: say('tpl:withdrawal:keep_title') }),
    notNow: scope.getByRole('button', { name: say('tpl:withdrawal:keep_later') }),
    keepName: scope.getByLabel(say('tpl:settings:destinations:name')),
    password: scope.getByLabel(say('tpl:auth:password'), { exact: true }),
    keep: scope.getByRole('button', { name: say('tpl:settings:destinations:keep') }),
    submit: scope.locator('form button[type="submit"]'),
    empty: scope.getByText(say('tpl:withdrawal:empty_text')),
    tryAgain: scope.getByRole('button', { name: say('tpl:common:try_again') }),
  };
}
