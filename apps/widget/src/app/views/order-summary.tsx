import type { Order } from '@causeway/contract/shapes/order';
import { showAmount } from '../../lib/format/show-amount.ts';
import { PurchaseSummary } from '../../parts/price/purchase-summary.tsx';
import { useTexts } from '../../platform/runtime.ts';
import { useAccount } from '../app-parts.ts';

/** The amounts of an order in one line. */
export function OrderSummary({ order }: { order: Order }) {
  const t = useTexts();
  const { currencyConfig } = useAccount().config;
  const side = (code: string, amount: string) => {
    const entry = currencyConfig[code];
    return {
      currency: { code, isCrypto: entry?.isCrypto === 1, color: entry?.color, symbol: entry?.symbol },
      text: showAmount(amount, code, currencyConfig),
    };
  };
  const payin = side(order.payinCurrency, order.payinAmount);
  const payout = side(order.payoutCurrency, order.payoutAmount);
  return (
    <PurchaseSummary
      payin={payin}
      payout={payout}
      label={t('tpl:common:summary', { payin: payin.text, payout: payout.text })}
    />
  );
}
