import { say } from '../say.ts';
import type { Scope } from './scope.ts';

/** The phone number and its code. */
export function phone(scope: Scope) {
  return {
    country: scope.getByRole('combobox', { name: say('tpl:verification:phone_country') }),
    number: scope.getByLabel(say('tpl:verification:phone_number')),
    send: scope.getByRole('button', { name: say('tpl:verification:phone_send') }),
    sentTo: (number: string) => scope.getByText(say('tpl:verification:phone_code_sent', { phone: number })),
    countdown: scope.getByText(/0:[0-5]\d/),
    code: scope.getByRole('textbox', { name: say('tpl:verification:code_label') }),
    change: scope.getByRole('button', { name: say('tpl:verification:phone_change') }),
  };
}
