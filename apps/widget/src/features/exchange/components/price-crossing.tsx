import type { Calculation as Price } from '@causeway/contract/shapes/calculation';
import { Crossing } from '../../../parts/crossing.tsx';
import { useRuntime, useTexts } from '../../../shell/runtime.ts';
import { Segmented } from '../../../ui/segmented.tsx';
import type { ExchangeStore } from '../exchange-store.ts';
import { rateCookie } from '../rules/first-rate.ts';
import type { ExchangeView } from '../use-exchange.ts';
import { usePriceClock } from '../use-price-clock.ts';

export interface PriceCrossingProps {
  view: ExchangeView;
  store: ExchangeStore;
}

function rateOf(price: Price | undefined, show: ExchangeView['show']) {
  const details = price?.details;
  if (!details) return undefined;
  return {
    left: `${show('1', details.rateBase).replace(/[.]0+/, '')} =`,
    right: show(details.rate, details.rateQuote),
  };
}

/** The rate between the two amounts, when it changes next, and the choice of its kind. */
export function PriceCrossing({ view, store }: PriceCrossingProps) {
  const { calculation, isRefreshing, preorder, swapTo, options } = view;
  const { isFloatingRate: isFloating } = preorder;
  const t = useTexts();
  const { cookies } = useRuntime();
  const clock = usePriceClock(calculation.updatedAt, isRefreshing);
  const { swap, setFloating } = store.getState();
  const groups = { payinGroup: swapTo.payin?.code ?? '', payoutGroup: swapTo.payout?.code ?? '' };
  return (
    <Crossing
      swap={view.canSwap ? { label: t('tpl:exchange:swap'), onSwap: () => swap(groups) } : undefined}
      ring={isFloating && isRefreshing ? clock : undefined}
      empty={view.isEmpty}
      rate={rateOf(calculation.price.answer.calc, view.show)}
      note={
        isFloating
          ? isRefreshing && t('tpl:exchange:rate_updates', { seconds: clock.left })
          : t('tpl:exchange:rate_held')
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
            cookies.write(rateCookie.name, value === 'floating' ? '1' : '0', rateCookie.days);
          }}
        />
      )}
    </Crossing>
  );
}
