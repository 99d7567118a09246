import { memo, type RefObject, useRef, useLayoutEffect } from 'react';
import type { ExchangeView } from '../use-exchange.ts';
import { useTexts } from '../../../platform/runtime.ts';
import { feeLines, rateOf } from '../../../parts/price/fee-lines.ts';
import { FeeReceipt } from '../../../parts/price/fee-receipt.tsx';

/** The arithmetic of the price; folded where there is no room for it, until it is opened. */
export const FeePanel = memo(function FeePanel({ view }: { view: ExchangeView }) {
  const { calc, payinOption, show, options } = view;
  const { isCalculating } = view.calculation;
  const t = useTexts();
  const panel = useOpenWhereItFits();
  const details = calc?.details;
  const rows = details
    ? feeLines(details, {
        payinAmount: calc.payinAmount,
        isPayinCrypto: view.payin?.isCrypto === 1,
        show,
        t,
      })
    : [];
  const lines = rows.map(({ kind, detail, amount }) => {
    const name = t(`tpl:exchange:fee_${kind}`, {
      group: (kind === 'payout' ? view.payoutOption?.code : payinOption?.code) ?? '',
      discount: calc?.discount ?? '',
    });
    return {
      key: kind,
      // A press on a fee explains it, by a listener that comes after the first screen.
      text: detail ? (
        <button type="button" aria-describedby="more" value={kind}>
          {name}
        </button>
      ) : (
        name
      ),
      detail,
      amount: isCalculating ? undefined : amount,
      total: kind === 'sum',
    };
  });
  // Where the page hides the other side, its rate and amount are shown here.
  const rate = options.hidePayout && details ? rateOf(details, show) : undefined;
  const get = rate && {
    key: 'get',
    text: t('tpl:exchange:payout'),
    detail: `${rate.left} ${rate.right}`,
    amount: isCalculating ? undefined : show(calc.payoutAmount, view.pair.payoutCurrency),
  };
  return (
    <FeeReceipt
      ref={panel}
      open
      title={t('tpl:exchange:fees')}
      total={details && !isCalculating ? show(details.totalFee, details.payinCurrency) : undefined}
      lines={get ? [...lines, get] : lines}
    />
  );
});

/**
 * A panel that opens and stays open where the whole page fits its window; beside another page, whose length says
 * nothing about it, where what is beside fits. Only the page knows whether it is open, so that nothing is drawn twice
 * for it. `pre-hydration.js` checked the one that came with the page, before the first paint.
 */
function useOpenWhereItFits(): RefObject<HTMLDetailsElement | null> {
  const panel = useRef<HTMLDetailsElement>(null);
  useLayoutEffect(() => {
    const { current } = panel;
    if (!current || current.dataset['fit'] === '') return;
    const whole = current.closest('aside')?.firstElementChild ?? document.documentElement;
    current.open = whole.scrollHeight <= window.innerHeight;
  }, []);
  return panel;
}
