import { say } from '../say.ts';
import type { Scope } from './scope.ts';

/** Where the coins go. */
export function address(scope: Scope) {
  return {
    heading: scope.getByRole('heading', { name: say('tpl:address:title') }),
    field: scope.getByLabel(say('tpl:address:label', { name: 'Bitcoin' })),
    wallet: scope.getByRole('checkbox', { name: say('tpl:address:agree_wallet') }),
    rate: scope.getByRole('checkbox', { name: say('tpl:address:agree_rate') }),
    submit: scope.getByRole('button', { name: say('tpl:address:submit') }),
    looksRight: scope.getByText(say('tpl:address:looks_right', { network: 'Bitcoin' })),
  };
}
