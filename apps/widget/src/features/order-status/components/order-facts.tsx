import { shorten } from '../../../lib/format/shorten.ts';
import { AddressText } from '../../../parts/entry/address-text.tsx';
import { DetailList, DetailRow } from '../../../parts/order/detail-row.tsx';
import { TransactionLink } from '../../../parts/order/transaction-link.tsx';
import { useRuntime, useTexts } from '../../../platform/runtime.ts';
import { ibanMask } from '../../../ui/fields/mask.ts';
import type { OrderParts } from '../order-parts.ts';
import { orderDetails, type OrderDetail } from '../rules/order-details.ts';

/** Number, destination, transaction and whatever else there is; with the arithmetic once the order is done. */
export function OrderFacts({ order, show }: OrderParts) {
  const t = useTexts();
  const { toasts } = useRuntime();
  const onCopied = () => toasts.show({ text: t('tpl:order:copied') });
  const onRefused = () => toasts.show({ kind: 'error', text: t('tpl:order:copy_refused') });
  const { details } = order;
  return (
    <DetailList>
      {orderDetails(order).map((detail) => {
        const label = t(`tpl:order:detail_${detail.key}`);
        const copy = { text: detail.value, label: t('tpl:order:copy', { what: label }), onCopied, onRefused };
        return (
          <DetailRow key={`${detail.key} ${detail.value}`} label={label} copy={detail.isCopied ? copy : undefined}>
            <DetailValue detail={detail} />
          </DetailRow>
        );
      })}
      {order.status === 'finished' && (
        <>
          <DetailRow label={t('tpl:order:detail_rate')}>
            <span className="num">{`${show('1', details.rateBase).replace(/[.,]0+/, '')} = ${show(details.rate, details.rateQuote)}`}</span>
          </DetailRow>
          <DetailRow label={t('tpl:order:detail_fees')}>
            <span className="num">{show(details.totalFee, details.payinCurrency)}</span>
          </DetailRow>
        </>
      )}
    </DetailList>
  );
}

function DetailValue({ detail: { kind, value, href = '' } }: { detail: OrderDetail }) {
  const t = useTexts();
  switch (kind) {
    case 'address':
      return <AddressText address={value} short />;
    case 'iban':
      return <span dir="ltr">{ibanMask.format(ibanMask.clean(value))}</span>;
    case 'transaction':
      return <TransactionLink txid={value} href={href} short={shorten(value)} />;
    case 'refund':
      return t('tpl:order:refund_to', { method: value });
    case 'code':
      return <bdi dir="ltr">{value}</bdi>;
    case 'text':
      return value;
  }
}
