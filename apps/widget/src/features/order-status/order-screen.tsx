import type { Order } from '@causeway/contract/shapes/order';
import { isActionStatus } from '@causeway/domain/orders/order-status';
import { useTexts } from '../../shell/runtime.ts';
import { Card } from '../../ui/card.tsx';
import layout from '../../ui/layout.module.css';
import { OrderActions } from './components/order-actions.tsx';
import { OrderDetails } from './components/order-details.tsx';
import { OrderHeadline } from './components/order-headline.tsx';
import { OrderProgress } from './components/order-progress.tsx';

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
  const { order, precision, show, isOwner } = props;
  const t = useTexts();
  return (
    <div className={layout.main}>
      <OrderHeadline order={order} precision={precision} show={show} />
      {isActionStatus(order.status) && isOwner && (
        <Card kind="act">
          <h2>{t('tpl:order:act_title')}</h2>
          <p>{t(`tpl:order:act_${order.status}`)}</p>
        </Card>
      )}
      {order.status !== 'finished' && <OrderProgress order={order} show={show} />}
      <OrderDetails order={order} show={show} />
      <OrderActions {...props} />
    </div>
  );
}
