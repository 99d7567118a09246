import { paymentKind } from '@causeway/domain/payments/payment-methods';
import { cardText } from '../../lib/format/card-text.ts';
import { BankPath } from '../../parts/order/bank-path.tsx';
import { DetailList, DetailRow } from '../../parts/order/detail-row.tsx';
import { useTexts } from '../../platform/runtime.ts';
import layout from '../../ui/layout/layout.module.css';
import { ProgressBar } from '../../ui/feedback/progress-bar.tsx';
import text from '../../ui/layout/text.module.css';
import { CancelButton } from './components/cancel-button.tsx';
import { useCopied } from '../../parts/entry/use-copied.ts';
import type { PaymentParts } from './payment-parts.ts';
import styles from './payment-screen.module.css';

/** The acquirer has the card, or has charged it: its answer is awaited. */
export function WaitScreen({ state, order, amount, summary, onCancel }: PaymentParts & { state: 'wait' | 'approved' }) {
  const t = useTexts();
  const copied = useCopied();
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
      <DetailList>
        {order.cardLast4 !== '' && (
          <DetailRow label={t('tpl:payment:card')}>
            <span className="num">{cardText(order)}</span>
          </DetailRow>
        )}
        <DetailRow
          label={t('tpl:payment:order')}
          copy={{ text: order.niceId, label: t('tpl:order:copy', { what: t('tpl:payment:order') }), ...copied }}
        >
          <span className="num">{order.niceId}</span>
        </DetailRow>
      </DetailList>
      {state === 'wait' && (
        <div className={`${text.stackS} ${layout.push}`}>
          <CancelButton onCancel={onCancel} />
        </div>
      )}
    </div>
  );
}
