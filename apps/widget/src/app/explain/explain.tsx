import { useEffect, useState } from 'react';
import type { Asked } from '../../features/exchange/chart/explain-sheet.tsx';
import { showAmount } from '../../lib/format/show-amount.ts';
import { latePart } from '../../platform/late-part.tsx';
import { useTexts } from '../../platform/runtime.ts';
import { useAccount, useApp } from '../app-parts.ts';

const ExplainSheet = latePart(() => import('../../features/exchange/chart/explain-sheet.tsx'));

/** Describes the rate and the names of fees: buttons of the first screen, which has no room for their listeners. */
const description = 'more';

/** What a press on the rate opens, its past (C-90), and one on the name of a fee, who gets it and why. */
export function Explain() {
  const t = useTexts();
  const { prices, exchange } = useApp();
  const { config } = useAccount();
  const [asked, setAsked] = useState<Asked>();
  useEffect(() => {
    function open({ target }: MouseEvent): void {
      const button = target instanceof Element ? target.closest(`[aria-describedby=${description}]`) : null;
      if (!(button instanceof HTMLButtonElement)) return;
      const { value: fee, textContent: name, form } = button;
      const { base, quote } = form?.dataset ?? {};
      // A form with a price of its own says which pair that is of.
      if (base !== undefined && quote !== undefined) return setAsked({ base, quote });
      const { payinGroup, payoutGroup } = exchange.getState().preorder;
      const { calc } = prices.store.getState().price.answer;
      const { details } = calc;
      if (fee !== '') setAsked({ fee, name, group: fee === 'payout' ? payoutGroup : payinGroup, calc });
      else if (details) setAsked({ base: details.rateBase, quote: details.rateQuote });
    }
    document.addEventListener('click', open);
    return () => document.removeEventListener('click', open);
  }, [prices, exchange]);
  return (
    <>
      <span id={description} hidden>
        {t('tpl:chart:more')}
      </span>
      {asked && (
        <ExplainSheet
          asked={asked}
          show={(amount, code) => showAmount(amount, code, config.currencyConfig, t)}
          onClose={() => setAsked(undefined)}
        />
      )}
    </>
  );
}
