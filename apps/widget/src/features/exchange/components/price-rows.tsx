import { memo, useEffect, useState } from 'react';
import { clockText } from '../../../lib/format/clock-text.ts';
import { useCountdown } from '../../../lib/timing/use-countdown.ts';
import { rateOf } from '../../../parts/price/fee-lines.ts';
import { RateRow } from '../../../parts/price/rate-row.tsx';
import { useRuntime, useTexts } from '../../../platform/runtime.ts';
import { Segmented } from '../../../ui/buttons/segmented.tsx';
import type { ExchangeStore } from '../exchange-store.ts';
import { rateCookie } from '../rules/rates.ts';
import type { ExchangeView } from '../use-exchange.ts';
import { quietRefresh } from '../price-source.ts';

interface PriceRateRowProps {
  view: ExchangeView;
  store: ExchangeStore;
}

/** The rate between the two amounts, when it changes next, and the choice of its kind. */
export const PriceRateRow = memo(function PriceRateRow({ view, store }: PriceRateRowProps) {
  const { calculation, isRefreshing, pair, swapTo, options } = view;
  const { isFloatingRate: isFloating } = pair;
  const t = useTexts();
  const { cookies } = useRuntime();
  const clock = usePriceClock(calculation.updatedAt, isFloating && isRefreshing);
  const lockLeft = useCountdown(calculation.lockedUntil);
  const { swap, setFloating } = store.getState();
  const { details } = calculation.price.answer.calc;
  const groups = { payinGroup: swapTo.payin?.code ?? '', payoutGroup: swapTo.payout?.code ?? '' };
  return (
    <RateRow
      swap={view.canSwap ? { label: t('tpl:exchange:swap'), onSwap: () => swap(groups) } : undefined}
      ring={isFloating && isRefreshing ? clock : undefined}
      empty={view.isEmpty}
      rate={details ? rateOf(details, view.show) : undefined}
      caption={
        isFloating
          ? isRefreshing && t('tpl:exchange:rate_updates', { seconds: clock.left })
          : t(lockLeft > 0 ? 'tpl:exchange:rate_locked' : 'tpl:exchange:rate_held', { time: clockText(lockLeft) })
      }
    >
      {!options.hideFloatingRate && (
        <Segmented
          label={t('tpl:exchange:rate_type')}
          name="rate"
          value={isFloating ? 'floating' : 'fixed'}
          options={[
            { value: 'floating', text: t('tpl:exchange:rate_floating') },
            { value: 'fixed', text: t('tpl:exchange:rate_fixed') },
          ]}
          onChange={(value) => {
            setFloating(value === 'floating');
            cookies.write(rateCookie, value === 'floating' ? '1' : '0');
          }}
        />
      )}
    </RateRow>
  );
});

const period = quietRefresh / 1000;

/**
 * Seconds until the next price, from the moment of the last one. The first drawing is the same on the server and in the
 * browser: a full ring.
 */
function usePriceClock(updatedAt: number, isRunning: boolean): { left: number; period: number } {
  const [left, setLeft] = useState(period);
  useEffect(() => {
    if (!isRunning) return undefined;
    const tick = () =>
      setLeft(Math.min(period, Math.max(0, Math.ceil((updatedAt + quietRefresh - Date.now()) / 1000))));
    tick();
    const timer = setInterval(tick, 1000);
    return () => clearInterval(timer);
  }, [updatedAt, isRunning]);
  return { left, period };
}
