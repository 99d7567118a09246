import { type ReactNode, useId, useState } from 'react';
import { currencyName } from '../../../lib/format/currency-names.ts';
import { useRuntime, useTexts } from '../../../platform/runtime.ts';
import { LinkButton } from '../../../ui/buttons/link-button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import text from '../../../ui/layout/text.module.css';
import styles from '../home.module.css';
import { type Balance, type ShownBalance, movedTo, toggled } from '../rules/shown-balances.ts';
import { useStarDrag } from '../use-star-drag.ts';
import { BalanceRow, type FavoriteMove } from './balance-row.tsx';

export interface BalanceListProps {
  data: Balance;
  rows: readonly { balance: ShownBalance; onPay: (() => void) | undefined }[];
  href: string;
  /** Stands in place of amounts that are hidden. */
  covered: ReactNode;
  onFavorites: (currencies: string[], groups: string[]) => void;
}

/** What there is of each currency; the favourites come first, in the order that the client gives them. */
export function BalanceList({ data, rows, href, covered, onFavorites }: BalanceListProps) {
  const t = useTexts();
  const { favoriteCurrencies, favoriteGroups, clientBalanceCurrencies } = data;
  const [first] = useState(favoriteCurrencies);
  const [isWhole, setWhole] = useState(false);
  const shownCodes = rows.map(({ balance }) => balance.code);
  const order = useOrder(data, shownCodes, (currencies) => onFavorites(currencies, favoriteGroups));
  // One that was a favourite when the page opened stays where it is: its star has the focus.
  const shown = rows.filter(({ balance: { code } }) => first.includes(code) || favoriteCurrencies.includes(code));
  const isCut = !isWhole && shown.length > 0 && shown.length < rows.length;
  return (
    <section>
      <div className={styles.top}>
        <h2 className={styles.heading}>
          {isCut && <span className={styles.onPage}>{t('tpl:home:favorites')}</span>}
          <span className={isCut ? styles.onCard : undefined}>{t('tpl:home:currencies')}</span>
        </h2>
        {isCut && (
          <LinkButton className={styles.onPage} onClick={() => setWhole(true)}>
            {t('tpl:home:all_currencies', { count: rows.length })}
          </LinkButton>
        )}
      </div>
      <div className={classNames(styles.list, isCut && styles.cut)}>
        {rows.map(({ balance, onPay }) => (
          <BalanceRow
            key={balance.code}
            balance={balance}
            primaryCurrency={data.primaryCurrency}
            currencies={data.currencyData}
            href={href}
            covered={covered}
            onPress={onPay}
            isRest={!shown.some((row) => row.balance === balance)}
            isFavorite={favoriteCurrencies.includes(balance.code)}
            onFavorite={
              clientBalanceCurrencies.includes(balance.code)
                ? () => onFavorites(toggled(favoriteCurrencies, balance.code), favoriteGroups)
                : undefined
            }
            move={order.moveOf(balance.code)}
          />
        ))}
      </div>
      {rows.some(({ balance }) => balance.worth !== '') && <p className={styles.prices}>{t('tpl:home:prices_now')}</p>}
      {order.hint}
    </section>
  );
}

/** How favourites are moved among those that are shown, and what is said of it. */
function useOrder(data: Balance, shownCodes: readonly string[], onFavorites: (currencies: string[]) => void) {
  const t = useTexts();
  const { texts } = useRuntime();
  const hintId = useId();
  const [said, setSaid] = useState('');
  const { favoriteCurrencies, currencyData } = data;
  const movable = favoriteCurrencies.filter((code) => shownCodes.includes(code));

  function place(code: string, target: string): void {
    const next = movedTo(favoriteCurrencies, code, target);
    if (next.join(' ') === favoriteCurrencies.join(' ')) return;
    onFavorites(next);
    const number = next.filter((one) => movable.includes(one)).indexOf(code) + 1;
    const name = currencyName(code, currencyData[code], texts.language());
    setSaid(t('tpl:home:moved', { name, place: number, count: movable.length }));
  }

  const { handlersOf, endsDrag } = useStarDrag(place);
  return {
    moveOf(code: string): FavoriteMove | undefined {
      const at = movable.indexOf(code);
      if (at === -1 || movable.length < 2) return undefined;
      const onStep = (by: -1 | 1) => place(code, movable[at + by] ?? code);
      return { drag: handlersOf(code), endsDrag, onStep, hintId };
    },
    hint: movable.length > 1 && (
      <>
        <p id={hintId} className={text.muted}>
          {t('tpl:home:move_hint')}
        </p>
        <p className="vh" role="status">
          {said}
        </p>
      </>
    ),
  };
}
