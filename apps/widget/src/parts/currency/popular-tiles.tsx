import text from '../../ui/layout/text.module.css';
import { CurrencyBadge } from './currency-badge.tsx';
import type { PickerCurrency } from './picker-data.ts';
import styles from './popular-tiles.module.css';
import { isChoosable } from './search-currencies.ts';

export interface PopularTilesProps {
  currencies: readonly PickerCurrency[];
  chosen: string | undefined;
  title: string;
  onChoose: (match: { currency: PickerCurrency }) => void;
}

const tiles = 4;

export function PopularTiles({ currencies, chosen, title, onChoose }: PopularTilesProps) {
  const popular = currencies.filter((currency) => currency.isPopular && isChoosable(currency)).slice(0, tiles);
  if (popular.length === 0) return null;
  return (
    <>
      <p className={text.eyebrow}>{title}</p>
      <div className={styles.tiles}>
        {popular.map((currency) => (
          <button
            key={currency.code}
            type="button"
            className={styles.tile}
            data-edge=""
            aria-pressed={currency.code === chosen}
            onClick={() => onChoose({ currency })}
          >
            <CurrencyBadge currency={currency} />
            {currency.code}
          </button>
        ))}
      </div>
    </>
  );
}
