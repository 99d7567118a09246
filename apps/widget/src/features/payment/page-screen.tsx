import { paymentKind } from '@causeway/domain/payments/payment-methods';
import type { ReactNode } from 'react';
import { clockText } from '../../lib/format/clock-text.ts';
import { useCountdown } from '../../lib/timing/use-countdown.ts';
import { BankPath } from '../../parts/order/bank-path.tsx';
import { DetailRow } from '../../parts/order/detail-row.tsx';
import { useTexts } from '../../platform/runtime.ts';
import { Button } from '../../ui/buttons/button.tsx';
import layout from '../../ui/layout/layout.module.css';
import { Callout } from '../../ui/feedback/callout.tsx';
import { ProgressBar } from '../../ui/feedback/progress-bar.tsx';
import { QuietButton } from '../../ui/buttons/quiet-button.tsx';
import text from '../../ui/layout/text.module.css';
import { CancelButton } from './components/cancel-button.tsx';
import { PaymentDetails } from './components/payment-details.tsx';
import type { PaymentParts } from './payment-parts.ts';
import styles from './payment-screen.module.css';
import type { PageState } from './rules/payment-view.ts';

export interface PageScreenProps extends PaymentParts {
  state: Exclude<PageState, 'redirect'>;
  /** The browser did not let the window open. */
  isBlocked: boolean;
  /** The payment page is open in a window of its own. */
  isOpened: boolean;
  onOpen: () => void;
  /** The wallets that may pay instead. */
  sheets?: ReactNode;
}

/** The payment on a provider's own page: open the page, wait for the bank, try another card (3-37). */
export function PageScreen(props: PageScreenProps) {
  const { state, order, amount, summary, heldUntil, isBlocked, isOpened, onOpen, onCancel, sheets } = props;
  const t = useTexts();
  const left = useCountdown(heldUntil);
  const values = { amount, payment: paymentKind(order.payinGroup, false), reason: order.paymentDeclineReason };
  return (
    <div className={layout.main}>
      {summary}
      <div className={styles.middle} role="status">
        <BankPath />
        <h2 className={text.title}>{t(`tpl:payment:${state}_title`, values)}</h2>
        <p className={text.lead}>
          {t(isOpened && state === 'wait' ? 'tpl:payment:wait_text_window' : `tpl:payment:${state}_text`, values)}
        </p>
      </div>
      {(state === 'wait' || state === 'approved') && <ProgressBar label={t('tpl:payment:wait_bar', values)} />}
      {state === 'declined' && (
        <Callout title={t('tpl:payment:declined_fact', values)}>{t('tpl:payment:declined_note', values)}</Callout>
      )}
      {isBlocked && <Callout type="warning">{t('tpl:payment:blocked')}</Callout>}
      <PaymentDetails order={order}>
        {left > 0 && (
          <DetailRow label={t('tpl:payment:held', { rate: order.isFloatingRate === 1 ? 'floating' : 'fixed' })}>
            <span className="num">{clockText(left)}</span>
          </DetailRow>
        )}
      </PaymentDetails>
      <div className={`${text.stackS} ${layout.push}`}>
        {sheets}
        {state === 'wait' && (
          <QuietButton look="line" icon="external-link" onClick={onOpen}>
            {t('tpl:payment:open_again')}
          </QuietButton>
        )}
        {(state === 'open' || state === 'declined') && (
          <Button big icon="external-link" onClick={onOpen}>
            {t(isBlocked ? 'tpl:payment:blocked_button' : `tpl:payment:${state}_button`, values)}
          </Button>
        )}
        {state !== 'approved' && <CancelButton onCancel={onCancel} />}
      </div>
    </div>
  );
}
