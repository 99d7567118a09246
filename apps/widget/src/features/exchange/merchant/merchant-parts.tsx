import type { ExchangeView } from '../use-exchange.ts';
import { useTexts } from '../../../platform/runtime.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import layout from '../../../ui/layout/layout.module.css';
import text from '../../../ui/layout/text.module.css';
import { useCountdown } from '../../../lib/timing/use-countdown.ts';
import { rateOf } from '../../../parts/price/fee-lines.ts';
import { clockText } from '../../../lib/format/clock-text.ts';
import styles from './merchant-head.module.css';
import { RichText } from '../../../parts/page/rich-text.tsx';

/** What is paid, on the button; what of it are fees, below. */
export function PayButton({
  view,
  isDonation,
  isMoving,
}: {
  view: ExchangeView;
  isDonation: boolean;
  isMoving: boolean;
}) {
  const t = useTexts();
  const { calc, calculation, isCreating, options, pair } = view;
  const verb = isDonation ? 'tpl:merchant:submit_donation' : 'tpl:merchant:submit';
  const price = calc.details && !calculation.isCalculating ? view.show(calc.payinAmount, pair.payinCurrency) : '';
  return (
    <>
      <Button
        big
        type="submit"
        className={layout.push ?? ''}
        busy={view.isBusy || isMoving}
        disabled={view.isSubmitDisabled}
      >
        {isCreating
          ? t('tpl:exchange:placing')
          : calculation.isCalculating
            ? t('tpl:exchange:pricing')
            : t(verb, { amount: price })}
      </Button>
      {!options.hideFeeDetails && price && calc.details && (
        <p className={`${text.xs} ${text.quiet} ${text.center}`}>
          {t('tpl:merchant:fees', { amount: view.show(calc.details.totalFee, calc.details.payinCurrency) })}
        </p>
      )}
    </>
  );
}

/** The rate of the purchase, and how long it is fixed. */
export function HeldRate({ view }: { view: ExchangeView }) {
  const t = useTexts();
  const left = useCountdown(view.calculation.lockedUntil);
  const { details } = view.calc;
  if (!details) return null;
  const rate = rateOf(details, view.show);
  return (
    <div className={`${layout.row} ${text.s}`}>
      <span className="num">
        {rate.left} {rate.right}
      </span>
      <span className={`${layout.end} ${text.quiet} num`}>
        {t(left > 0 ? 'tpl:exchange:rate_locked' : 'tpl:exchange:rate_held', { time: clockText(left) })}
      </span>
    </div>
  );
}

/** Who is paid, and what the page says of the purchase. */
export function MerchantHead({ name, description }: { name: string; description: string }) {
  return (
    <div className={`${layout.row} ${styles.head}`}>
      <span className={styles.letter} aria-hidden="true">
        {[...name][0]}
      </span>
      <div className={layout.grow}>
        <p className={text.label}>{name}</p>
        {description && (
          <p className={`${text.s} ${text.quiet}`}>
            <RichText>{description}</RichText>
          </p>
        )}
      </div>
    </div>
  );
}
