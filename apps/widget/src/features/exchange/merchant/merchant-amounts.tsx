import { errorText } from '../../../lib/format/error-text.ts';
import { nameOf, precisionOf, shownDecimals } from '../../../lib/format/show-amount.ts';
import { CurrencySelector } from '../../../parts/currency/currency-selector.tsx';
import { useTexts } from '../../../platform/runtime.ts';
import { AmountField, cutDecimals } from '../../../ui/fields/amount/amount-field.tsx';
import { DetailList, DetailRow } from '../../../parts/order/detail-row.tsx';
import { positiveAmount } from '../rules/preorder.ts';
import type { ExchangeView } from '../use-exchange.ts';

export interface MerchantAmountsProps {
  view: ExchangeView;
  /** What is bought for, as it is typed or fixed. */
  purchase: string;
  /** The payer chooses the amount. */
  isDonation: boolean;
  onType: (amount: string) => void;
  onOpen: () => void;
}

/** What the purchase costs, fixed or given, and what that is in the currency that the payer has. */
export function MerchantAmounts({ view, purchase, isDonation, onType, onOpen }: MerchantAmountsProps) {
  const { pair, calc, calculation, payin, payout, errors } = view;
  const t = useTexts();
  const name = nameOf(payin, pair.payinCurrency);
  const amount = positiveAmount(calc.payinAmount);
  const via = view.payinOption?.localName ?? '';
  return (
    <>
      {isDonation ? (
        <AmountField
          id="purchase"
          label={t('tpl:merchant:donation')}
          value={purchase}
          mark={t('tpl:common:decimal_mark')}
          precision={precisionOf(payout)}
          onChange={onType}
        >
          <b>{nameOf(payout, pair.payoutCurrency)}</b>
        </AmountField>
      ) : (
        <DetailList>
          <DetailRow label={t('tpl:merchant:total')}>{view.show(purchase, pair.payoutCurrency)}</DetailRow>
        </DetailList>
      )}
      <AmountField
        id="payin"
        label={t('tpl:exchange:payin')}
        value={amount}
        shown={cutDecimals(amount, shownDecimals)}
        mark={t('tpl:common:decimal_mark')}
        precision={precisionOf(payin)}
        onChange={() => undefined}
        readOnly
        calculated
        loading={calculation.isCalculating}
        error={errors.payin && errorText(errors.payin, t)}
      >
        <CurrencySelector
          currency={{
            code: pair.payinCurrency,
            isCrypto: payin?.isCrypto === 1,
            color: payin?.color,
            symbol: payin?.symbol,
          }}
          name={name}
          via={via}
          label={t('tpl:exchange:change_currency', { name, via })}
          onOpen={onOpen}
        />
      </AmountField>
    </>
  );
}
