import { FeeRail } from '../../../parts/price/fee-rail.tsx';
import { useTexts } from '../../../platform/runtime.ts';
import { Popup } from '../../../ui/layout/popup.tsx';
import text from '../../../ui/layout/text.module.css';
import type { OrderParts } from '../order-parts.ts';
import { receiptLines } from '../rules/receipt-lines.ts';

export interface ReceiptSheetProps extends Pick<OrderParts, 'order' | 'show' | 'receiver'> {
  open: boolean;
  onClose: () => void;
}

/** The receipt, itemised like the quote; a line that became another amount says why. */
export function ReceiptSheet({ order, show, receiver, open, onClose }: ReceiptSheetProps) {
  const t = useTexts();
  const lines = receiptLines(order).map(({ kind, amount, currency, quoted }) => ({
    key: kind,
    text: t(`tpl:order:receipt_${kind}`, { receiver }),
    detail: quoted && t('tpl:order:receipt_quoted', { amount: show(quoted.amount, currency), note: quoted.note }),
    amount: show(amount, currency),
    total: kind === 'exchanged' || kind === 'payout',
  }));
  return (
    <Popup open={open} onClose={onClose} title={t('tpl:order:receipt')} closeLabel={t('tpl:common:close')}>
      <p className={text.lead}>
        <span className="num">{order.niceId}</span>
      </p>
      <FeeRail lines={lines} />
    </Popup>
  );
}
