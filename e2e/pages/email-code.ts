import { say } from '../say.ts';
import type { Scope } from './scope.ts';

/** The six digits from the e-mail. */
export function emailCode(scope: Scope) {
  return {
    heading: scope.getByRole('heading', { name: say('tpl:verification:code_title') }),
    code: scope.getByLabel(say('tpl:verification:code_label')),
    confirm: scope.getByRole('button', { name: say('tpl:verification:confirm') }),
    again: scope.getByRole('button', { name: say('tpl:verification:again'), exact: true }),
    /** 'Send again in 0:58' */
    countdown: scope.getByText(/^Send again in \d+:\d\d$/),
    otherEmail: scope.getByRole('button', { name: say('tpl:verification:other_email') }),
    newEmail: scope.getByLabel(say('tpl:verification:new_email')),
    send: scope.getByRole('button', { name: say('tpl:verification:send') }),
    sentTo: (email: string) => scope.getByText(say('tpl:verification:code_sent', { email })),
  };
}
