import { paymentKind } from '@causeway/domain/payments/payment-methods';
import type { Order } from '@causeway/contract/shapes/order';
import { useTexts } from '../../../platform/runtime.ts';
import { Callout } from '../../../ui/feedback/callout.tsx';
import type { Finalize } from '../rules/finalize.ts';

/** Why the last attempt was not a payment: the error in this page, else the order's. */
export function PaymentFailure({ order, finalize }: { order: Order; finalize: Finalize }) {
  const t = useTexts();
  const values = { payment: paymentKind(order.payinGroup, false), reason: order.paymentDeclineReason };
  if (finalize.status === 'failed')
    return (
      <div ref={showWhole}>
        <Callout title={t(finalize.isDecline ? 'tpl:payment:declined_fact' : 'tpl:payment:finalize_failed', values)}>
          {(!finalize.isDecline && finalize.detail) || t('tpl:payment:declined_note', values)}
        </Callout>
      </div>
    );
  if (finalize.status === 'success' || order.paymentStatus !== 'declined') return null;
  return <Callout title={t('tpl:payment:declined_fact', values)}>{t('tpl:payment:declined_note', values)}</Callout>;
}

/** The form is higher than a phone: after a press of its button its top would be out of view. */
function showWhole(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: 'nearest' });
}
