import { Suspense, lazy, useEffect, useState } from 'react';
import { showAmount } from '../../lib/format/show-amount.ts';
import { useTexts } from '../../platform/runtime.ts';
import { useAllTexts } from '../../platform/use-all-texts.ts';
import { useAccount, useApp } from '../app-parts.ts';

const PriceSheet = lazy(() => import('../../features/exchange/chart/price-sheet.tsx'));

/** Its description and what it opens; the button came with the first screen, which has no room for more. */
const button = 'price-chart';

/** The past of the price that the exchange shows, opened by a press on its rate (C-90). */
export function PriceChart() {
  const t = useTexts();
  const { prices } = useApp();
  const { config } = useAccount();
  const hasTexts = useAllTexts();
  const [pair, setPair] = useState<{ base: string; quote: string }>();
  useEffect(() => {
    function open({ target }: MouseEvent): void {
      if (!(target instanceof Element) || target.closest(`[aria-describedby=${button}]`) === null) return;
      const { details } = prices.store.getState().price.answer.calc;
      if (details) setPair({ base: details.rateBase, quote: details.rateQuote });
    }
    document.addEventListener('click', open);
    return () => document.removeEventListener('click', open);
  }, [prices]);
  if (!hasTexts) return null;
  return (
    <>
      <span id={button} hidden>
        {t('tpl:chart:open')}
      </span>
      {pair && (
        <Suspense fallback={null}>
          <PriceSheet
            {...pair}
            show={(amount, code) => showAmount(amount, code, config.currencyConfig, t)}
            onClose={() => setPair(undefined)}
          />
        </Suspense>
      )}
    </>
  );
}
