import type { Order } from '@causeway/contract/shapes/order';
import { isActionStatus, isFinalStatus } from '@causeway/domain/orders/order-status';
import { formatMoney } from '@causeway/domain/money/format-money';
import { cardText } from '../../lib/format/card-text.ts';
import { dateText, momentText } from '../../lib/format/moment-text.ts';
import { OrderHero } from '../../parts/order-hero.tsx';
import { OrderTimeline } from '../../parts/order-timeline.tsx';
import { useRuntime, useTexts } from '../../shell/runtime.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import layout from '../../ui/layout.module.css';
import { Note } from '../../ui/note.tsx';
import { QuietButton } from '../../ui/quiet-button.tsx';
import text from '../../ui/text.module.css';
import { OrderDetails } from './components/order-details.tsx';
import { rowTexts } from './components/row-texts.ts';
import { timeline } from './rules/timeline.ts';

export interface OrderScreenProps {
  order: Order;
  /** Decimals of the pay-out currency. */
  precision: number;
  show: (amount: string, code: string) => string;
  hideButtons: boolean;
  /** The reader may act on the order. */
  isOwner: boolean;
  onAgain: () => void;
  onCancel?: (() => void) | undefined;
  onLogin?: (() => void) | undefined;
}

/** An order on its way and at its end. */
export function OrderScreen(props: OrderScreenProps) {
  const { order, precision, show, hideButtons, isOwner, onAgain, onCancel, onLogin } = props;
  const t = useTexts();
  const { texts } = useRuntime();
  const isDone = order.status === 'finished';
  const isOver = isFinalStatus(order.status);
  const payin = show(order.payinAmount, order.payinCurrency);
  const doneAt = order.history.find((event) => event.status === 'finished')?.at ?? order.now;
  return (
    <div className={layout.main}>
      <OrderHero
        finished={isDone}
        title={t(isDone ? 'tpl:order:sent_title' : isOver ? 'tpl:order:ended_title' : 'tpl:order:getting')}
        amount={formatMoney(order.payoutAmount, { precision })}
        code={order.payoutCurrency}
        text={
          isDone
            ? t('tpl:order:paid_on', { amount: payin, date: dateText(doneAt, texts.language()) })
            : t('tpl:order:for_amount', {
                amount: payin,
                group: order.payinGroup,
                card: order.cardLast4 === '' ? '' : ` · ${cardText(order)}`,
              })
        }
      />
      {isActionStatus(order.status) && isOwner && (
        <Card kind="act">
          <h2>{t('tpl:order:act_title')}</h2>
          <p>{t(`tpl:order:act_${order.status}`)}</p>
        </Card>
      )}
      {!isDone && (
        <Card>
          <OrderTimeline
            label={t('tpl:order:timeline')}
            stateTexts={{
              done: t('tpl:order:state_done'),
              now: t('tpl:order:state_now'),
              todo: t('tpl:order:state_todo'),
            }}
            steps={timeline(order).map((row) => ({
              ...row,
              ...rowTexts(row, order, show, t),
              time:
                row.at === undefined
                  ? row.state === 'now' && t('tpl:order:now')
                  : momentText(row.at, order.now, texts.language()),
            }))}
          />
        </Card>
      )}
      <OrderDetails order={order} show={show} />
      <div className={`${text.stackS} ${layout.push}`}>
        {!isOver && isOwner && (
          <Note type="plain" icon="bell" live={false}>
            {t('tpl:order:close_page')}
          </Note>
        )}
        {onLogin && (
          <QuietButton look="soft" icon="log-in" onClick={onLogin}>
            {t('tpl:order:login')}
          </QuietButton>
        )}
        {!hideButtons &&
          (isOver ? (
            <Button big onClick={onAgain}>
              {t(isDone ? 'tpl:order:again' : 'tpl:order:new')}
            </Button>
          ) : (
            <QuietButton look="line" onClick={onAgain}>
              {t('tpl:order:new')}
            </QuietButton>
          ))}
        {!hideButtons && onCancel && (
          <QuietButton look="danger" onClick={onCancel}>
            {t('tpl:order:cancel')}
          </QuietButton>
        )}
      </div>
    </div>
  );
}
