import type { Order } from '@causeway/contract/shapes/order';
import type { ReactNode } from 'react';
import { cardText } from '../../lib/format/card-text.ts';
import { clockText } from '../../lib/format/clock-text.ts';
import { useCountdown } from '../../lib/timing/use-countdown.ts';
import { BankPath } from '../../parts/bank-path.tsx';
import { DetailList } from '../../parts/detail-list.tsx';
import { DetailRow } from '../../parts/detail-row.tsx';
import { useTexts } from '../../shell/runtime.ts';
import { Button } from '../../ui/button.tsx';
import layout from '../../ui/layout.module.css';
import { Note } from '../../ui/note.tsx';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import { QuietButton } from '../../ui/quiet-button.tsx';
import text from '../../ui/text.module.css';
import styles from './payment-screen.module.css';
import type { PaymentView } from './rules/payment-view.ts';

export interface PaymentScreenProps {
  view: Exclude<PaymentView, 'redirect'>;
  order: Order;
  /** '250 EUR' */
  amount: string;
  summary?: ReactNode;
  /** Milliseconds since 1970 until which the rate is held. */
  heldUntil: number;
  isBlocked: boolean;
  /** The payment page is open in a window of its own. */
  isOpened: boolean;
  onOpen: () => void;
  onCancel?: (() => void) | undefined;
  onCopied: () => void;
}

/** The card payment while it is made elsewhere: open the page, wait for the bank, try another card. */
export function PaymentScreen(props: PaymentScreenProps) {
  const { view, order, amount, summary, heldUntil, isBlocked, isOpened, onOpen, onCancel, onCopied } = props;
  const t = useTexts();
  const left = useCountdown(heldUntil);
  const reason = order.paymentDeclineReason;
  return (
    <div className={layout.main}>
      {summary}
      <div className={styles.middle}>
        <BankPath />
        <h2 className={text.title}>{t(`tpl:payment:${view}_title`, { amount })}</h2>
        <p className={text.lead}>
          {t(isOpened && view === 'wait' ? 'tpl:payment:wait_text_window' : `tpl:payment:${view}_text`)}
        </p>
      </div>
      {(view === 'wait' || view === 'approved') && <ProgressBar label={t('tpl:payment:wait_bar')} />}
      {view === 'declined' && (
        <Note title={t('tpl:payment:declined_fact', { reason })}>{t('tpl:payment:declined_note')}</Note>
      )}
      {isBlocked && <Note type="warning">{t('tpl:payment:blocked')}</Note>}
      <DetailList>
        {order.cardLast4 !== '' && (
          <DetailRow label={t('tpl:payment:card')}>
            <span className="num">{cardText(order)}</span>
          </DetailRow>
        )}
        <DetailRow
          label={t('tpl:payment:order')}
          copy={{ text: order.niceId, label: t('tpl:order:copy_number'), onCopied }}
        >
          <span className="num">{order.niceId}</span>
        </DetailRow>
        {left > 0 && (
          <DetailRow label={t('tpl:payment:held')}>
            <span className="num">{clockText(left)}</span>
          </DetailRow>
        )}
      </DetailList>
      <div className={`${text.stackS} ${layout.push}`}>
        {view === 'wait' && (
          <QuietButton look="line" icon="external-link" onClick={onOpen}>
            {t('tpl:payment:open_again')}
          </QuietButton>
        )}
        {(view === 'open' || view === 'declined') && (
          <Button big icon="external-link" onClick={onOpen}>
            {t(`tpl:payment:${view}_button`)}
          </Button>
        )}
        {onCancel && (
          <QuietButton look="danger" onClick={onCancel}>
            {t('tpl:order:cancel')}
          </QuietButton>
        )}
      </div>
    </div>
  );
}
