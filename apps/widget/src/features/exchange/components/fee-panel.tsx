import type { Calculation } from '@causeway/contract/shapes/calculation';
import type { PaymentOption } from '@causeway/contract/shapes/site-config';
import { useState } from 'react';
import { FeeReceipt } from '../../../parts/fee-receipt.tsx';
import { useTexts } from '../../../shell/runtime.ts';
import { feeLines } from '../rules/fee-lines.ts';

export interface FeePanelProps {
  calc: Calculation | undefined;
  isPayinCrypto: boolean;
  payinOption: PaymentOption | undefined;
  show: (amount: string, code: string) => string;
}

/** The arithmetic of the price, folded until somebody asks. */
export function FeePanel({ calc, isPayinCrypto, payinOption, show }: FeePanelProps) {
  const t = useTexts();
  const [isOpen, setOpen] = useState(false);
  const details = calc?.details;
  const method = { group: payinOption?.code ?? '', name: payinOption?.localName ?? '' };
  const rows = details
    ? feeLines(details, {
        payinAmount: calc.payinAmount,
        isPayinCrypto,
        show,
        minimumWord: t('tpl:exchange:fee_minimum'),
      })
    : [];
  return (
    <FeeReceipt
      title={t('tpl:exchange:fees')}
      total={details ? show(details.totalFee, details.payinCurrency) : undefined}
      lines={rows.map(({ kind, detail, amount }) => ({
        key: kind,
        text: t(`tpl:exchange:fee_${kind}`, method),
        detail,
        amount,
        total: kind === 'sum',
      }))}
      open={isOpen}
      onToggle={setOpen}
    />
  );
}
