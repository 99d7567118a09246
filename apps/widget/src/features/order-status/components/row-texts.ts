import { isWithdrawal } from '@causeway/domain/orders/is-withdrawal';
import type { Translate } from '../../../lib/i18n/texts.ts';
import type { OrderParts } from '../order-parts.ts';
import type { TimelineRow } from '../rules/timeline.ts';
import { refundKind } from '../rules/order-kind.ts';
import { waitOwner } from '../rules/wait-owner.ts';

export type RowParts = Pick<
  OrderParts,
  'order' | 'show' | 'payinKind' | 'payoutKind' | 'receiver' | 'isOwner' | 'isAccounts'
>;

export interface RowTexts {
  title: string;
  text?: string;
  /** Whom it waits for, and the usual duration. */
  wait?: string;
}

/** What a row of the timeline says. */
export function rowTexts(row: TimelineRow, parts: RowParts, t: Translate): RowTexts {
  const { order, show, receiver, payoutKind: payout } = parts;
  const { details } = order;
  switch (row.key) {
    case 'placed':
      return { title: t('tpl:order:row_placed') };
    case 'event':
      return { title: t(`tpl:order:reason:${row.reason ?? 'deposit_seen'}`) };
    case 'action':
      return {
        title: t(order.decision ? 'tpl:order:row_decision' : `tpl:order:row_${order.status}`),
        text: t('tpl:order:row_waiting'),
      };
    case 'paid':
      return { ...paidTexts(row, parts, t), ...waitText(row, parts, t) };
    case 'exchanged':
      if (row.state !== 'done') return { title: t('tpl:order:row_exchange'), ...waitText(row, parts, t) };
      return {
        title: t('tpl:order:row_exchanged', { rate: show(details.rate, details.rateQuote) }),
        text: t('tpl:order:row_fees', { amount: show(details.totalFee, details.payinCurrency) }),
      };
    case 'sent':
      if (row.state === 'done')
        return {
          title: t('tpl:order:row_sent'),
          ...sendingText(row, parts, t),
          // As many lines as before: nothing below moves when the order ends.
          wait: t('tpl:order:row_sent_text'),
        };
      return {
        title: t('tpl:order:row_send', { receiver, payout }),
        ...sendingText(row, parts, t),
        ...waitText(row, parts, t),
      };
    case 'done':
      return { title: t('tpl:order:row_done') };
    case 'ended':
      return { title: t(`tpl:order:status_${order.status}`), text: endedText(parts, t) };
  }
}

/** Whom an open row waits for, and the usual duration. */
function waitText(row: TimelineRow, { order, payinKind: payin, payoutKind: payout }: RowParts, t: Translate) {
  if (row.state === 'done') return {};
  const isBankDeciding = order.paymentStatus === 'challenge' || order.paymentStatus === 'approved';
  const owner = waitOwner(row.key, { payin, payout, isBankDeciding });
  const minutes = row.key === 'sent' ? order.payoutMinutes : order.payinMinutes;
  return { wait: t(`tpl:order:wait_${row.key}`, { owner, payin, payout, minutes, pace: paceOf(minutes) }) };
}

/** A duration of hours is not shown in minutes. */
function paceOf(minutes: number): 'quick' | 'slow' {
  return minutes < 120 ? 'quick' : 'slow';
}

function paidTexts(
  { state }: TimelineRow,
  { order, show, payinKind: payin, isOwner }: RowParts,
  t: Translate,
): RowTexts {
  const whole = show(order.payinAmount, order.payinCurrency);
  const received = show(order.receivedAmount, order.payinCurrency);
  const isPart = /[1-9]/.test(order.receivedAmount);
  const amount = isPart && state !== 'done' ? t('tpl:payment:received', { received, amount: whole }) : whole;
  if (state === 'done') return { title: t('tpl:order:row_paid_done', { payin }), text: amount };
  const title = t('tpl:order:row_paid_wait', { payin });
  if (state !== 'now') return { title, text: amount };
  const { payinConfirmations: seen, payinConfirmationsNeeded: needed } = order;
  if (seen !== null) return { title, text: t('tpl:order:row_deposit', { seen: Math.max(0, seen), needed }) };
  return { title, text: isOwner && !isPart ? t('tpl:order:next_paid', { payin, amount }) : amount };
}

function sendingText({ state }: TimelineRow, { order, payoutKind }: RowParts, t: Translate): { text?: string } {
  const { payoutConfirmations: seen, payoutConfirmationsNeeded: needed } = order;
  if (state === 'done' && payoutKind === 'crypto' && needed > 0)
    return { text: t('tpl:order:row_confirmations', { seen: needed, needed }) };
  if (state !== 'now') return {};
  if (payoutKind !== 'crypto' || seen < 0) return { text: t('tpl:order:row_preparing') };
  return { text: t('tpl:order:row_confirmations', { seen, needed }) };
}

function endedText({ order, show, payinKind: payin, isAccounts }: RowParts, t: Translate): string {
  if (order.status === 'canceled' && isWithdrawal(order))
    return t('tpl:order:ended_canceled_withdrawal', { amount: show(order.payinAmount, order.payinCurrency) });
  if (order.status !== 'refunded') return t(`tpl:order:ended_${order.status}`, { late: payin });
  const back = order.receipt.find(({ kind }) => kind === 'refund');
  const amount = back ? show(back.actual, back.currency) : show(order.payinAmount, order.payinCurrency);
  return t('tpl:order:ended_refunded', { method: refundKind(order.refundMethod || payin, order, isAccounts), amount });
}
