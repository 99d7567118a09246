import { say } from '../say.ts';
import type { Scope } from './scope.ts';

/** The changed agreement, which comes before every other screen. */
export function companyChanges(scope: Scope) {
  return {
    titled: (title: string) => scope.getByRole('heading', { name: title }),
    agree: scope.getByRole('checkbox', { name: say('tpl:company_changes:agree') }),
    accept: scope.getByRole('button', { name: say('tpl:company_changes:accept') }),
  };
}
