import { say } from '../say.ts';
import type { Scope } from './scope.ts';

/** An order in progress and at its end. */
export function order(scope: Scope) {
  const row = (key: string) => scope.locator('dl > div').filter({ hasText: say(key) });
  // The pill has the status only; notifications may contain it as well.
  const pill = (key: string) => scope.getByRole('status').filter({ hasText: new RegExp(`^${say(key)}$`) });
  return {
    heading: scope.getByRole('heading', { name: say('tpl:order:title'), exact: true }),
    waiting: pill('tpl:order:status_payin_pending'),
    inProgress: pill('tpl:order:status_processing'),
    finished: pill('tpl:order:status_finished'),
    canceled: pill('tpl:order:status_canceled'),
    expired: pill('tpl:order:status_expired'),
    refunded: pill('tpl:order:status_refunded'),
    receipt: scope.getByRole('button', { name: say('tpl:order:receipt') }),
    receiptLine: (name: string) => scope.getByRole('dialog').locator('dl > div').filter({ hasText: name }),
    support: scope.getByRole('button', { name: say('tpl:order:ask_support') }),
    timeline: scope.getByRole('list', { name: say('tpl:order:timeline') }),
    number: row('tpl:order:detail_number'),
    to: row('tpl:order:detail_to'),
    transaction: row('tpl:order:detail_transaction'),
    rate: row('tpl:order:detail_rate').locator('dd'),
    fees: row('tpl:order:detail_fees').locator('dd'),
    again: scope.getByRole('button', { name: 'Buy again' }),
    another: scope.getByRole('button', { name: say('tpl:order:new') }),
    list: scope.getByRole('button', { name: say('tpl:order:list') }),
    logIn: scope.getByRole('button', { name: say('tpl:order:login') }),
    /** What an order that waits for its client asks for. */
    act: (place: string) => scope.getByRole('button', { name: say(`tpl:order:act_button_${place}`) }),
    cancel: scope.getByRole('button', { name: say('tpl:order:cancel'), exact: true }),
    cancelWithdrawal: scope.getByRole('button', { name: say('tpl:order:cancel_withdrawal'), exact: true }),
    keepWithdrawal: scope.getByRole('button', { name: say('tpl:order:cancel_no_withdrawal') }),
    cancelYes: scope.getByRole('button', { name: say('tpl:order:cancel_yes') }),
    cancelNo: scope.getByRole('button', { name: say('tpl:order:cancel_no') }),
    notFound: scope.getByText(say('tpl:order:not_found_title')),
    unreachable: scope.getByText(say('tpl:order:network_title')),
    failed: scope.getByText(say('tpl:order:failed_title')),
    tryAgain: scope.getByRole('button', { name: say('tpl:common:try_again') }),
  };
}
