import { listDestinationsEndpoint } from '@causeway/contract/endpoints/list-destinations.generated';
import type { Order } from '@causeway/contract/shapes/order';
import { shorten } from '../../../lib/format/shorten.ts';
import { AddressText } from '../../../parts/entry/address-text.tsx';
import { DetailList, DetailRow } from '../../../parts/order/detail-row.tsx';
import { TransactionLink } from '../../../parts/order/transaction-link.tsx';
import { useRuntime, useTexts } from '../../../platform/runtime.ts';
import { useLoaded } from '../../../platform/use-loaded.ts';
import { ibanMask } from '../../../ui/fields/mask.ts';
import type { OrderParts } from '../order-parts.ts';
import { orderDetails, type OrderDetail } from '../rules/order-details.ts';

/** Number, destination, transaction and whatever else there is; with the arithmetic once the order is done. */
export function OrderFacts({ order, show, isOwner }: OrderParts) {
  const t = useTexts();
  const { toasts } = useRuntime();
  const onCopied = () => toasts.show({ text: t('tpl:order:copied') });
  const onRefused = () => toasts.show({ kind: 'error', text: t('tpl:order:copy_refused') });
  const { details } = order;
  const saved = useSavedName(order, isOwner);
  return (
    <DetailList>
      {orderDetails(order).map((detail) => {
        const isTo = detail.key === 'to' || detail.key === 'iban';
        const name = isTo && saved !== undefined ? ` · ${saved}` : '';
        const label = `${t(`tpl:order:detail_${detail.key}`)}${name}`;
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

/** What the client calls the address or the account that the money goes to. */
function useSavedName({ dstAddress, dstTag, iban, isClientRole }: Order, isOwner: boolean): string | undefined {
  const { api } = useRuntime();
  const address = dstAddress || iban;
  const isAsked = isOwner && isClientRole === 1 && address !== '';
  const { data } = useLoaded(async () => (isAsked ? api.call(listDestinationsEndpoint, {}) : undefined));
  return data?.destinations.find((saved) => saved.address === address && saved.tag === dstTag)?.name;
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
    case 'number':
      return <span className="num">{value}</span>;
    case 'code':
      return <bdi dir="ltr">{value}</bdi>;
    case 'text':
      return value;
  }
}
