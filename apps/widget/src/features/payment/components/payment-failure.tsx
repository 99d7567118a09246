import type { Order } from '@causeway/contract/shapes/order';
import { useTexts } from '../../../shell/runtime.ts';
import { Note } from '../../../ui/note.tsx';
import type { Finalize } from '../rules/finalize.ts';

/** Why the last try was not a payment: what this page was just told, else what the order remembers. */
export function PaymentFailure({ order, finalize }: { order: Order; finalize: Finalize }) {
  const t = useTexts();
  if (finalize.status === 'failed')
    return <Note title={t('tpl:payment:finalize_failed')}>{finalize.detail || t('tpl:payment:declined_note')}</Note>;
  if (finalize.status === 'success' || order.paymentStatus !== 'declined') return null;
  return (
    <Note title={t('tpl:payment:declined_fact', { reason: order.paymentDeclineReason })}>
      {t('tpl:payment:declined_note')}
    </Note>
  );
}
