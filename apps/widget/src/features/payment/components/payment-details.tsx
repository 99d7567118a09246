import type { Order } from '@causeway/contract/shapes/order';
import type { ReactNode } from 'react';
import { cardText } from '../../../lib/format/card-text.ts';
import { useCopied } from '../../../parts/entry/use-copied.ts';
import { DetailList, DetailRow } from '../../../parts/order/detail-row.tsx';
import { useTexts } from '../../../platform/runtime.ts';

/** The card and the order that a payment on another page is for; more rows follow as children. */
export function PaymentDetails({ order, children }: { order: Order; children?: ReactNode }) {
  const t = useTexts();
  const copied = useCopied();
  return (
    <DetailList>
      {order.cardLast4 !== '' && (
        <DetailRow label={t('tpl:payment:card')}>
          <span className="num">{cardText(order)}</span>
        </DetailRow>
      )}
      <DetailRow
        label={t('tpl:payment:order')}
        copy={{ text: order.number, label: t('tpl:order:copy', { what: t('tpl:payment:order') }), ...copied }}
      >
        <span className="num">{order.number}</span>
      </DetailRow>
      {children}
    </DetailList>
  );
}
