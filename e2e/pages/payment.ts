import { say } from '../say.ts';
import type { Scope } from './scope.ts';

/** The widget's side of a card payment: leaving, waiting, declined. */
export function payment(scope: Scope) {
  return {
    leaving: scope.getByRole('heading', { name: say('tpl:payment:redirect_title') }),
    leaveNow: scope.getByRole('link', { name: say('tpl:payment:redirect_link') }),
    openHeading: scope.getByRole('heading', { name: 'Pay 250 EUR on the secure page' }),
    open: scope.getByRole('button', { name: say('tpl:payment:open_button') }),
    waitHeading: scope.getByRole('heading', { name: 'Approve 250 EUR in your bank app' }),
    openAgain: scope.getByRole('button', { name: say('tpl:payment:open_again') }),
    declinedHeading: scope.getByRole('heading', { name: say('tpl:payment:declined_title', { amount: '250 EUR' }) }),
    tryAnother: scope.getByRole('button', { name: 'Try another card' }),
  };
}
