import { cancelOrderEndpoint } from '@causeway/contract/endpoints/cancel-order.generated';
import type { Order } from '@causeway/contract/shapes/order';
import { isWithdrawal } from '@causeway/domain/orders/is-withdrawal';
import type { PaymentKind } from '@causeway/domain/payments/payment-methods';
import { useState } from 'react';
import { failureText } from '../../../lib/format/error-text.ts';
import { useRuntime, useTexts } from '../../../platform/runtime.ts';
import { Popup } from '../../../ui/layout/popup.tsx';
import { QuietButton } from '../../../ui/buttons/quiet-button.tsx';
import text from '../../../ui/layout/text.module.css';

export interface CancelSheetProps {
  open: boolean;
  order: Order;
  payinKind: PaymentKind;
  show: (amount: string, code: string) => string;
  partnerKey: string;
  onClose: () => void;
  /** The order in the answer; undefined where it has to be read. */
  onCanceled: (order: Order | undefined) => void;
}

/** Asks before an order is canceled. */
export function CancelSheet({ open, order, payinKind, show, partnerKey, onClose, onCanceled }: CancelSheetProps) {
  const { api, toasts, log } = useRuntime();
  const t = useTexts();
  const [isBusy, setBusy] = useState(false);
  const isOut = isWithdrawal(order);

  async function cancel(): Promise<void> {
    setBusy(true);
    let canceled: Order | undefined;
    try {
      const answer = await api.call(cancelOrderEndpoint, { partnerKey }, { params: { niceId: order.niceId } });
      canceled = answer.order ?? undefined;
      if (answer.success === 0) toasts.show({ kind: 'error', text: answer.errorMessage || t('tpl:error:CANT_CANCEL') });
      else if (answer.message) toasts.show({ text: answer.message });
    } catch (failure) {
      log.warn('The order could not be canceled', failure);
      toasts.show({ kind: 'error', text: failureText(failure, t) });
    } finally {
      setBusy(false);
      onClose();
      onCanceled(canceled);
    }
  }

  return (
    <Popup
      open={open}
      onClose={onClose}
      title={t(isOut ? 'tpl:order:cancel_title_withdrawal' : 'tpl:order:cancel_title')}
      closeLabel={t('tpl:common:close')}
    >
      <p className={text.lead}>
        {isOut
          ? t('tpl:order:cancel_text_withdrawal', { amount: show(order.payinAmount, order.payinCurrency) })
          : t('tpl:order:cancel_text', {
              kind: payinKind,
              rate: order.isFloatingRate === 1 ? 'floating' : 'fixed',
            })}
      </p>
      <QuietButton look="danger" busy={isBusy} onClick={() => void cancel()}>
        {t('tpl:order:cancel_yes')}
      </QuietButton>
      <QuietButton look="line" onClick={onClose}>
        {t(isOut ? 'tpl:order:cancel_no_withdrawal' : 'tpl:order:cancel_no')}
      </QuietButton>
    </Popup>
  );
}
