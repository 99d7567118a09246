import { cardText } from '../../../lib/format/card-text.ts';
import { useTexts } from '../../../platform/runtime.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import layout from '../../../ui/layout/layout.module.css';
import text from '../../../ui/layout/text.module.css';
import { BankPath } from '../../../parts/order/bank-path.tsx';
import type { PaymentParts } from '../payment-parts.ts';
import styles from '../payment-screen.module.css';
import type { CardPayment } from '../use-card-payment.ts';
import { CancelButton } from './cancel-button.tsx';
import { HeldRow } from './held-row.tsx';
import { PaymentFailure } from './payment-failure.tsx';

/** A card that the order keeps already: one button pays. */
export function KeptCard({ payment, ...parts }: PaymentParts & { payment: CardPayment }) {
  const { order, amount, summary, onCancel } = parts;
  const t = useTexts();
  const card = order.cardLast4 === '' ? '' : cardText(order);
  return (
    <div className={layout.main}>
      {summary}
      <div className={styles.middle}>
        <BankPath />
        <h2 className={text.title}>{t('tpl:payment:kept_title', { amount, card: card === '' ? 'none' : card })}</h2>
        <p className={text.lead}>{t('tpl:payment:kept_text')}</p>
      </div>
      <PaymentFailure order={order} finalize={payment.finalize} />
      <HeldRow {...parts} />
      <div className={`${text.stackS} ${layout.push}`}>
        <Button
          big
          icon="lock"
          busy={payment.isBusy}
          onClick={() => void payment.pay('', false, () => Promise.resolve({ kind: 'kept' }))}
        >
          {t('tpl:payment:card_pay', { amount })}
        </Button>
        <CancelButton onCancel={onCancel} />
      </div>
    </div>
  );
}
