import type { Order } from '@causeway/contract/shapes/order';
import { shorten } from '../../../lib/format/shorten.ts';
import { AddressText } from '../../../parts/address-text.tsx';
import { DetailList } from '../../../parts/detail-list.tsx';
import { DetailRow } from '../../../parts/detail-row.tsx';
import { useRuntime, useTexts } from '../../../shell/runtime.ts';
import { Icon } from '../../../ui/icon.tsx';

export interface OrderDetailsProps {
  order: Order;
  show: (amount: string, code: string) => string;
}

/** Number, destination and transaction; with the arithmetic once the order is done. */
export function OrderDetails({ order, show }: OrderDetailsProps) {
  const t = useTexts();
  const { toasts } = useRuntime();
  const onCopied = () => toasts.show({ text: t('tpl:order:copied') });
  const { niceId, dstAddress, dstTag, txid, txLink, details } = order;
  return (
    <DetailList>
      <DetailRow label={t('tpl:order:number')} copy={{ text: niceId, label: t('tpl:order:copy_number'), onCopied }}>
        <span className="num">{niceId}</span>
      </DetailRow>
      {dstAddress !== '' && (
        <DetailRow label={t('tpl:order:to')} copy={{ text: dstAddress, label: t('tpl:order:copy_address'), onCopied }}>
          <AddressText address={dstAddress} short />
        </DetailRow>
      )}
      {dstTag !== '' && (
        <DetailRow label={t('tpl:address:tag')}>
          <span className="num">{dstTag}</span>
        </DetailRow>
      )}
      {txid !== '' && (
        <DetailRow label={t('tpl:order:transaction')}>
          {txLink === '' ? (
            <span className="num">{shorten(txid)}</span>
          ) : (
            <a className="num" href={txLink} target="_blank" rel="noreferrer" title={txid}>
              {shorten(txid)}
              <Icon name="external-link" size="s" />
            </a>
          )}
        </DetailRow>
      )}
      {order.status === 'finished' && (
        <>
          <DetailRow label={t('tpl:order:rate')}>
            <span className="num">{`${show('1', details.rateBase).replace(/\.0+/, '')} = ${show(details.rate, details.rateQuote)}`}</span>
          </DetailRow>
          <DetailRow label={t('tpl:order:fees')}>
            <span className="num">{show(details.totalFee, details.payinCurrency)}</span>
          </DetailRow>
        </>
      )}
    </DetailList>
  );
}
