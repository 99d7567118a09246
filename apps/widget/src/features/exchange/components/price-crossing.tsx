import type { Calculation as Price } from '@causeway/contract/shapes/calculation';
import { Crossing } from '../../../parts/crossing.tsx';
import { useTexts } from '../../../shell/runtime.ts';
import { Segmented } from '../../../ui/segmented.tsx';
import type { PriceState } from '../price-source.ts';
import { usePriceClock } from '../use-price-clock.ts';

export interface PriceCrossingProps {
  calculation: PriceState;
  isRefreshing: boolean;
  isFloating: boolean;
  canSwap: boolean;
  isToggleHidden: boolean;
  show: (amount: string, code: string) => string;
  onSwap: () => void;
  onFloating: (isFloating: boolean) => void;
}

function rateOf(price: Price | undefined, show: PriceCrossingProps['show']) {
  const details = price?.details;
  if (!details) return undefined;
  return {
    left: `${show('1', details.rateBase).replace(/[.]0+/, '')} =`,
    right: show(details.rate, details.rateQuote),
  };
}

/** The rate between the two amounts, when it changes next, and the choice of its kind. */
export function PriceCrossing(props: PriceCrossingProps) {
  const { calculation, isRefreshing, isFloating, canSwap, isToggleHidden, show, onSwap, onFloating } = props;
  const t = useTexts();
  const clock = usePriceClock(calculation.updatedAt, isRefreshing);
  const options = [
    { value: 'floating', text: t('tpl:exchange:rate_floating') },
    { value: 'fixed', text: t('tpl:exchange:rate_fixed') },
  ] as const;
  return (
    <Crossing
      swap={canSwap ? { label: t('tpl:exchange:swap'), onSwap } : undefined}
      ring={isFloating && isRefreshing ? clock : undefined}
      rate={rateOf(calculation.price.answer.calc, show)}
      note={
        isFloating
          ? isRefreshing && t('tpl:exchange:rate_updates', { seconds: clock.left })
          : t('tpl:exchange:rate_held')
      }
    >
      {!isToggleHidden && (
        <Segmented
          label={t('tpl:exchange:rate_type')}
          name="rate"
          value={isFloating ? 'floating' : 'fixed'}
          options={options}
          onChange={(value) => onFloating(value === 'floating')}
        />
      )}
    </Crossing>
  );
}
