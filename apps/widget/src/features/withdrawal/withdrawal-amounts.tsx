import type { Calculation, CalculationAnswer } from '@causeway/contract/shapes/calculation';
import type { PaymentOption } from '@causeway/contract/shapes/site-config';
import { parseAmount } from '@causeway/domain/money/parse-amount';
import { errorText } from '../../lib/format/error-text.ts';
import { durationText } from '../../lib/format/clock-text.ts';
import { nameOf, precisionOf, shownDecimals, showFigure, typedAmount } from '../../lib/format/show-amount.ts';
import { CurrencySelector } from '../../parts/currency/currency-selector.tsx';
import { DetailList, DetailRow } from '../../parts/order/detail-row.tsx';
import amounts from '../../parts/price/amounts.module.css';
import { feeLines, rateOf } from '../../parts/price/fee-lines.ts';
import { useTexts } from '../../platform/runtime.ts';
import { LinkButton } from '../../ui/buttons/link-button.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { AmountField, cutDecimals } from '../../ui/fields/amount/amount-field.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Disclosure } from '../../ui/layout/disclosure.tsx';
import layout from '../../ui/layout/layout.module.css';
import { type Currencies, type WithdrawalPrice, isExchanged, ratedDetails } from './use-withdrawal.ts';
import { type WithdrawalForm, isToCard, kindOf } from './withdrawal-rules.ts';
import styles from './withdrawal.module.css';

interface PriceProps {
  form: WithdrawalForm;
  target: PaymentOption;
  currencies: Currencies;
  pricing: WithdrawalPrice;
  /** What arrives; empty while that is not known, and for a refused amount. */
  payout: string;
  show: (amount: string, code: string) => string;
}

interface AmountsProps extends PriceProps {
  balances: readonly PaymentOption[];
  /** What the sent form was refused for. */
  error: string | undefined;
  onType: (amount: string) => void;
  onOpen: (side: 'payin' | 'payout') => void;
}

/** What leaves the balance and what arrives of it, with the rate between them. */
export function WithdrawalAmounts({ form, target, currencies, pricing, payout, show, ...rest }: AmountsProps) {
  const { balances, error, onType, onOpen } = rest;
  const t = useTexts();
  const [payin, entry] = [currencies[form.payinCurrency], currencies[target.currency]];
  const balance = balances.find(({ currency }) => currency === form.payinCurrency);
  const worth = pricing.price?.calc.worth;
  const rated = ratedDetails(pricing, form, currencies);
  const selector = (side: 'payin' | 'payout', code: string, via: string) => {
    const [one, name] = [currencies[code], nameOf(currencies[code], code)];
    return (
      <CurrencySelector
        currency={{ code, isCrypto: one?.isCrypto === 1, color: one?.color, symbol: one?.symbol }}
        name={name}
        via={via}
        label={t('tpl:exchange:change_currency', { name, via })}
        onOpen={() => onOpen(side)}
      />
    );
  };
  return (
    <div className={amounts.swap}>
      <AmountField
        id="payin-amount"
        name="payin_amount"
        label={t('tpl:withdrawal:from')}
        value={form.payinAmount}
        mark={t('tpl:common:decimal_mark')}
        precision={precisionOf(payin)}
        onChange={onType}
        error={
          error ??
          (pricing.price && pricing.price.errors.length > 0 && (
            <Refusal of={pricing.price} form={form} target={target} balance={balance} show={show} onType={onType} />
          ))
        }
        aside={
          balance && (
            <LinkButton onClick={() => onType(typedAmount(balance.balanceAmount))}>
              {t('tpl:withdrawal:all', { amount: showFigure(balance.balanceAmount, payin, t) })}
            </LinkButton>
          )
        }
      >
        {selector('payin', form.payinCurrency, balance?.localName ?? '')}
      </AmountField>
      <Rate of={rated && rateOf(rated, show)} isComing={isExchanged(form, currencies) && pricing.isPricing} />
      <AmountField
        label={t('tpl:withdrawal:to', { kind: kindOf(target) })}
        value={payout}
        shown={cutDecimals(payout, shownDecimals)}
        mark={t('tpl:common:decimal_mark')}
        precision={precisionOf(entry)}
        onChange={() => undefined}
        readOnly
        calculated
        loading={pricing.isPricing}
        aside={
          <>
            {payout !== '' && worth?.payout && <span className="num">≈ {show(worth.payout, worth.currency)}</span>}
            <Icon name="clock" size="s" />
            {durationText(target.durationMinutes, t)}
          </>
        }
      >
        {selector('payout', target.currency, target.localName)}
      </AmountField>
    </div>
  );
}

interface RefusalProps extends Pick<AmountsProps, 'form' | 'target' | 'show' | 'onType'> {
  of: CalculationAnswer;
  balance: PaymentOption | undefined;
}

/** Why an amount is refused, and one press that puts the nearest accepted one in its place. */
function Refusal({ of, form, target, balance, show, onType }: RefusalProps) {
  const t = useTexts();
  const { payinMinAmount, payinMaxAmount } = of.calc;
  const bounds = { AMOUNT_MIN: ['min', payinMinAmount], AMOUNT_MAX: ['max', payinMaxAmount] } as const;
  const facts = of.errors.map((item) => {
    if (item.code !== 'AMOUNT_MIN' && item.code !== 'AMOUNT_MAX') return errorText(item, t);
    const [bound, amount] = bounds[item.code];
    const group = isToCard(target) ? '' : target.code;
    return t(`tpl:exchange:amount_${bound}`, {
      amount: show(amount, form.payinCurrency),
      group,
    });
  });
  const accepted = acceptedAmount(of, balance?.balanceAmount ?? '');
  return (
    <>
      {facts.join(' ')}{' '}
      {accepted !== undefined && (
        <LinkButton
          inline
          onClick={({ detail }) => {
            onType(typedAmount(accepted));
            // The button disappears with the fault: a key press goes on in the field, a tap opens no keyboard.
            if (detail === 0) document.getElementById('payin-amount')?.focus();
          }}
        >
          {t('tpl:exchange:use_amount', { amount: show(accepted, form.payinCurrency) })}
        </LinkButton>
      )}
    </>
  );
}

/** More than any currency has. */
const decimalsMost = 18;
const aboutAmounts: readonly string[] = ['AMOUNT_MIN', 'AMOUNT_MAX', 'BALANCE_SHORT'];

/** The amount nearest to a refused one that is within its bounds and the balance; undefined where there is none. */
export function acceptedAmount(
  {
    errors,
    calc,
  }: { errors: readonly { code: string }[]; calc: Pick<Calculation, 'payinMinAmount' | 'payinMaxAmount'> },
  balance: string,
): string | undefined {
  if (!errors.some(({ code }) => aboutAmounts.includes(code))) return undefined;
  const units = (amount: string) => parseAmount(amount, decimalsMost) ?? 0n;
  const most = units(calc.payinMaxAmount) < units(balance) ? calc.payinMaxAmount : balance;
  if (units(calc.payinMinAmount) > units(most) || units(most) === 0n) return undefined;
  return errors.some(({ code }) => code === 'AMOUNT_MIN') ? calc.payinMinAmount : most;
}

interface RateProps {
  of: ReturnType<typeof rateOf> | undefined;
  isComing: boolean;
}

/** The rate between the amounts, whose press shows its past. The exchange's row would split the first script. */
function Rate({ of, isComing }: RateProps) {
  return (
    <div className={styles.row}>
      <span className={styles.mark}>
        <Icon name="arrow-down" />
      </span>
      <p className={styles.rate}>
        {of ? (
          <button type="button" aria-describedby="more" className={styles.pair}>
            <span className="num">{of.left}</span> <span className="num">{of.right}</span>
          </button>
        ) : (
          isComing && <Skeleton width="132px" height="12px" />
        )}
      </p>
    </div>
  );
}

/** The arithmetic of the price, folded until it is opened. */
export function WithdrawalFees({ target, form, currencies, pricing, payout, show }: PriceProps) {
  const t = useTexts();
  const { last, isPricing } = pricing;
  const details = last?.calc.details;
  if (!isPricing && (payout === '' || !details)) return null;
  const isPayinCrypto = currencies[form.payinCurrency]?.isCrypto === 1;
  const rows = details ? feeLines(details, { payinAmount: last.calc.payinAmount, isPayinCrypto, show, t }) : [];
  const gap = <Skeleton width="62px" height="12px" />;
  const total =
    details && !isPricing ? <span className="num">{show(details.totalFee, details.payinCurrency)}</span> : gap;
  return (
    <Disclosure title={t('tpl:exchange:fees')} value={total}>
      <div className={layout.main}>
        <DetailList>
          {rows
            .filter(({ kind }) => kind !== 'sum' || isExchanged(form, currencies))
            .map(({ kind, detail, amount }) => (
              <DetailRow
                key={kind}
                label={
                  <>
                    {t(kind === 'pay' ? 'tpl:withdrawal:from' : `tpl:exchange:fee_${kind}`, { group: target.code })}{' '}
                    {detail && <bdi>{detail}</bdi>}
                  </>
                }
              >
                {isPricing ? gap : <span className="num">{amount}</span>}
              </DetailRow>
            ))}
          <DetailRow label={t('tpl:withdrawal:get')}>
            {isPricing ? gap : <span className="num">{show(payout, target.currency)}</span>}
          </DetailRow>
        </DetailList>
      </div>
    </Disclosure>
  );
}
