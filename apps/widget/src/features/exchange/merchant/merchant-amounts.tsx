import { errorText } from '../../../lib/format/error-text.ts';
import { nameOf, precisionOf } from '../../../lib/format/show-amount.ts';
import { CurrencySelector } from '../../../parts/currency/currency-selector.tsx';
import { useTexts } from '../../../platform/runtime.ts';
import { AmountField } from '../../../ui/fields/amount/amount-field.tsx';
import { DetailList, DetailRow } from '../../../parts/order/detail-row.tsx';
import { positiveAmount } from '../rules/preorder.ts';
import type { ExchangeView } from '../use-exchange.ts';

export interface MerchantAmountsProps {
  view: ExchangeView;
  /** The payer chooses the amount. */
  isDonation: boolean;
  onType: (amount: string) => void;
  onOpen: () => void;
}

/** What the purchase costs, fixed or given, and what that is in the currency that the payer has. */
export function MerchantAmounts({ view, isDonation, onType, onOpen }: MerchantAmountsProps) {
  const { preorder, calc, calculation, payin, payout, errors } = view;
  const t = useTexts();
  const name = nameOf(payin, preorder.payinCurrency);
  const via = view.payinOption?.localName ?? '';
  return (
    <>
      {isDonation ? (
        <AmountField
          id="purchase"
          label={t('tpl:merchant:donation')}
          value={preorder.payoutAmount}
          precision={precisionOf(payout)}
          onChange={onType}
        >
          <b>{nameOf(payout, preorder.payoutCurrency)}</b>
        </AmountField>
      ) : (
        <DetailList>
          <DetailRow label={t('tpl:merchant:total')}>
            {view.show(preorder.payoutAmount, preorder.payoutCurrency)}
          </DetailRow>
        </DetailList>
      )}
      <AmountField
        id="payin"
        label={t('tpl:exchange:payin')}
        value={positiveAmount(calc.payinAmount)}
        precision={precisionOf(payin)}
        onChange={() => undefined}
        readOnly
        calculated
        loading={calculation.isCalculating}
        error={errors.payin && errorText(errors.payin, t)}
      >
        <CurrencySelector
          currency={{
            code: preorder.payinCurrency,
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
