import { downloadReceiptEndpoint } from '@causeway/contract/endpoints/download-receipt.generated';
import type { Order } from '@causeway/contract/shapes/order';
import { fetchAndSave } from '../../../lib/files/save-file.ts';
import { dateText } from '../../../lib/format/moment-text.ts';
import { DetailList, DetailRow } from '../../../parts/order/detail-row.tsx';
import { FeeRail } from '../../../parts/price/fee-rail.tsx';
import { useRuntime, useTexts } from '../../../platform/runtime.ts';
import { useSave } from '../../../platform/use-save.ts';
import { QuietButton } from '../../../ui/buttons/quiet-button.tsx';
import { Callout } from '../../../ui/feedback/callout.tsx';
import { Popup } from '../../../ui/layout/popup.tsx';
import text from '../../../ui/layout/text.module.css';
import type { OrderParts } from '../order-parts.ts';
import styles from './receipt-sheet.module.css';
import { orderDetails } from '../rules/order-details.ts';
import { receiptLines } from '../rules/receipt-lines.ts';

export interface ReceiptSheetProps extends Pick<OrderParts, 'order' | 'show' | 'receiver' | 'isOwner'> {
  open: boolean;
  onClose: () => void;
}

/** The receipt, itemised like the quote; a line that became another amount says why. */
export function ReceiptSheet({ order, show, receiver, isOwner, open, onClose }: ReceiptSheetProps) {
  const t = useTexts();
  const { brand } = useRuntime().boot;
  const lines = receiptLines(order).map(({ kind, amount, currency, quoted }) => ({
    key: kind,
    text: t(`tpl:order:receipt_${kind}`, { receiver }),
    note: quoted && t('tpl:order:receipt_quoted', { amount: show(quoted.amount, currency), note: quoted.note }),
    amount: show(amount, currency),
    total: kind === 'exchanged' || kind === 'payout',
  }));
  return (
    <Popup open={open} onClose={onClose} title={t('tpl:order:receipt')} closeLabel={t('tpl:common:close')}>
      <p className={text.lead} data-printed="">
        <span className={styles.printed}>{brand.name} · </span>
        <span className="num">{order.number}</span>
      </p>
      <FeeRail lines={lines} />
      <PrintedFacts order={order} />
      <QuietButton className={styles.unprinted} look="line" icon="printer" onClick={() => window.print()}>
        {t('tpl:statement:print')}
      </QuietButton>
      {isOwner && order.isClientRole === 1 && order.status === 'finished' && <ReceiptFile niceId={order.niceId} />}
    </Popup>
  );
}

/** What paper says besides, as the document does: when, to where, and who answers for it. */
function PrintedFacts({ order }: { order: Order }) {
  const t = useTexts();
  const { boot, texts } = useRuntime();
  const { name, legalText = t('tpl:statement:legal', { brand: name }) } = boot.brand;
  const finished = order.history.find(({ status }) => status === 'finished');
  const times = [
    ['ordered', order.createdAt],
    ['finished', finished?.at],
  ] as const;
  const details = orderDetails(order).filter(({ key }) => ['email', 'card', 'to', 'iban', 'transaction'].includes(key));
  return (
    <div className={styles.printed}>
      <DetailList>
        {times.map(
          ([key, at]) =>
            at !== undefined && (
              <DetailRow key={key} label={t(`tpl:statement:${key}`)}>
                {dateText(at, texts.language())}
              </DetailRow>
            ),
        )}
        {details.map(({ key, value }) => (
          <DetailRow key={key} label={t(`tpl:order:detail_${key}`)}>
            <bdi dir="ltr">{value}</bdi>
          </DetailRow>
        ))}
      </DetailList>
      <p>{legalText}</p>
    </div>
  );
}

/** The receipt as a document, to keep or to print (C-87). */
function ReceiptFile({ niceId }: { niceId: string }) {
  const t = useTexts();
  const runtime = useRuntime();
  const saving = useSave([]);
  const save = async () => {
    const file = { endpoint: downloadReceiptEndpoint, params: { niceId }, form: {} };
    if (await saving.run(() => fetchAndSave(runtime, file)))
      runtime.toasts.show({ text: t('tpl:statement:receipt_ready') });
  };
  return (
    <>
      {saving.error && <Callout>{saving.error}</Callout>}
      <QuietButton
        className={styles.unprinted}
        look="line"
        icon="arrow-down-to-line"
        busy={saving.isBusy}
        onClick={() => void save()}
      >
        {t('tpl:statement:receipt')}
      </QuietButton>
    </>
  );
}
