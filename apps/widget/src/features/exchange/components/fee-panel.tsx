import { FeeReceipt } from '../../../parts/fee-receipt.tsx';
import { useTexts } from '../../../shell/runtime.ts';
import { feeLines } from '../rules/fee-lines.ts';
import type { ExchangeView } from '../use-exchange.ts';
import { useOpenWhereItFits } from '../use-open-where-it-fits.ts';

/** The arithmetic of the price; folded where there is no room for it, until somebody asks. */
export function FeePanel({ view }: { view: ExchangeView }) {
  const { calc, payinOption, show } = view;
  const { isCalculating } = view.calculation;
  const t = useTexts();
  const { panel, isOpen, setOpen } = useOpenWhereItFits();
  const details = calc?.details;
  const method = { group: payinOption?.code ?? '', name: payinOption?.localName ?? '' };
  const rows = details
    ? feeLines(details, {
        payinAmount: calc.payinAmount,
        isPayinCrypto: view.payin?.isCrypto === 1,
        show,
        minimumWord: t('tpl:exchange:fee_minimum'),
      })
    : [];
  return (
    <FeeReceipt
      ref={panel}
      title={t('tpl:exchange:fees')}
      total={details && !isCalculating ? show(details.totalFee, details.payinCurrency) : undefined}
      lines={rows.map(({ kind, detail, amount }) => ({
        key: kind,
        text: t(`tpl:exchange:fee_${kind}`, method),
        detail,
        amount: isCalculating ? undefined : amount,
        total: kind === 'sum',
      }))}
      open={isOpen}
      onToggle={setOpen}
    />
  );
}
