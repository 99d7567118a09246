import { showAmount } from '../../lib/format/show-amount.ts';
import { useTexts } from '../../platform/runtime.ts';
import { Note } from '../../ui/note.tsx';
import { useAccount, useApp, useStepper } from '../app-parts.ts';
import { useShownPrice } from './use-shown-price.ts';

/** The locked price ended before the order was placed: the new one, for which the client is asked again. */
export function QuoteNotice() {
  const { exchange } = useApp();
  const { currencyConfig } = useAccount().config;
  const { errors } = useStepper();
  const t = useTexts();
  const price = useShownPrice();
  if (!price || !errors.some(({ code }) => code === 'QUOTE_EXPIRED')) return null;
  const { payinCurrency, payoutCurrency } = exchange.getState().preorder;
  return (
    <Note type="warning" icon="clock" title={t('tpl:address:quote_over_title')}>
      {t('tpl:address:quote_over_text', {
        payin: showAmount(price.payinAmount, payinCurrency, currencyConfig),
        payout: showAmount(price.payoutAmount, payoutCurrency, currencyConfig),
      })}
    </Note>
  );
}
