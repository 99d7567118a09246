import { paymentKind } from '@causeway/domain/payments/payment-methods';
import { BankPath } from '../../parts/order/bank-path.tsx';
import { useTexts } from '../../platform/runtime.ts';
import layout from '../../ui/layout/layout.module.css';
import { ProgressBar } from '../../ui/feedback/progress-bar.tsx';
import text from '../../ui/layout/text.module.css';
import { CancelButton } from './components/cancel-button.tsx';
import { PaymentDetails } from './components/payment-details.tsx';
import type { PaymentParts } from './payment-parts.ts';
import styles from './payment-screen.module.css';

/** The acquirer has the card, or has charged it: its answer is awaited. */
export function WaitScreen({ state, order, amount, summary, onCancel }: PaymentParts & { state: 'wait' | 'approved' }) {
  const t = useTexts();
  const values = { amount, payment: paymentKind(order.payinGroup, false) };
  return (
    <div className={layout.main}>
      {summary}
      <div className={styles.middle} role="status">
        <BankPath />
        <h2 className={text.title}>{t(`tpl:payment:${state === 'wait' ? 'taken' : state}_title`, values)}</h2>
        <p className={text.lead}>{t(`tpl:payment:${state}_text`, values)}</p>
      </div>
      <ProgressBar label={t('tpl:payment:wait_bar', values)} />
      <PaymentDetails order={order} />
      {state === 'wait' && (
        <div className={`${text.stackS} ${layout.push}`}>
          <CancelButton onCancel={onCancel} />
        </div>
      )}
    </div>
  );
}
