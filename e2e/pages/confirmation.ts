import { say } from '../say.ts';
import type { Scope } from './scope.ts';

/** The code that approves an order paid from the balance. */
export function confirmation(scope: Scope) {
  return {
    heading: scope.getByRole('heading', { name: say('tpl:confirmation:title') }),
    appHeading: scope.getByRole('heading', { name: say('tpl:confirmation:app_title') }),
    code: scope.getByLabel(say('tpl:verification:code_label')),
    approve: scope.getByRole('button', { name: say('tpl:confirmation:submit') }),
    again: scope.getByRole('button', { name: say('tpl:verification:again') }),
    countdown: scope.getByText(/^Send again in \d:\d\d$/),
    /** How long a fixed price holds, and what counts afterwards. */
    held: scope.getByText(/^Rate held for \d:\d\d$/),
    after: scope.getByText(say('tpl:confirmation:rate_after')),
    wrong: scope.getByText(/^That code doesn’t match/),
  };
}
