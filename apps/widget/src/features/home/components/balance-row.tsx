import type { CurrencyConfigEntry } from '@causeway/contract/shapes/site-config';
import type { ReactNode } from 'react';
import { currencyName } from '../../../lib/format/currency-names.ts';
import { nameOf, showAmount, showFigure } from '../../../lib/format/show-amount.ts';
import { CurrencyBadge } from '../../../parts/currency/currency-badge.tsx';
import { follow } from '../../../parts/page/follow.ts';
import { useRuntime, useTexts } from '../../../platform/runtime.ts';
import { classNames } from '../../../ui/class-names.ts';
import { IconButton } from '../../../ui/buttons/icon-button.tsx';
import { ListRow } from '../../../ui/layout/list-row.tsx';
import type { ShownBalance } from '../rules/shown-balances.ts';
import { type useStarDrag, rowMark } from '../use-star-drag.ts';
import styles from '../home.module.css';

type StarDrag = ReturnType<typeof useStarDrag>;

export interface BalanceRowProps {
  balance: ShownBalance;
  primaryCurrency: string;
  currencies: Readonly<Record<string, CurrencyConfigEntry>>;
  href: string;
  /** Stands in place of amounts that are hidden. */
  covered: ReactNode;
  /** Pays with this balance; absent where it cannot. */
  onPress: (() => void) | undefined;
  /** Not among those that a page shows first. */
  isRest: boolean;
  isFavorite: boolean;
  /** Makes it a favourite, or no longer one; absent where it cannot be one. */
  onFavorite: (() => void) | undefined;
  /** How a favourite is moved among the others; absent where there is nothing to move it among. */
  move: FavoriteMove | undefined;
}

export interface FavoriteMove {
  drag: ReturnType<StarDrag['handlersOf']>;
  /** Whether a press of the pointer ended a drag. */
  endsDrag: StarDrag['endsDrag'];
  /** To the place of the one before it, or after it. */
  onStep: (by: -1 | 1) => void;
  hintId: string;
}

/** Keys that move a favourite; across, as a page lists them, to the start and the end of the line. */
function stepOf(key: string, isRightToLeft: boolean): -1 | 1 | undefined {
  if (key === 'ArrowUp') return -1;
  if (key === 'ArrowDown') return 1;
  if (key !== 'ArrowLeft' && key !== 'ArrowRight') return undefined;
  return (key === 'ArrowLeft') === isRightToLeft ? 1 : -1;
}

/** One currency: its name, what is free of it and held, and what it is worth. */
export function BalanceRow(props: BalanceRowProps) {
  const { balance, primaryCurrency, currencies, href, covered, onPress, isRest, isFavorite, onFavorite, move } = props;
  const t = useTexts();
  const { texts } = useRuntime();
  const { code, entry, amount, hold, worth, worthCurrency } = balance;
  const name = currencyName(code, entry, texts.language());
  const show = (value: string) => showFigure(value, entry, t);
  const held = hold === '' || covered ? '' : ` · ${t('tpl:home:hold', { amount: show(hold) })}`;
  const isPrimary = code === primaryCurrency;
  const row = (
    <ListRow
      lead={
        <CurrencyBadge
          size={40}
          currency={{ code, isCrypto: entry?.isCrypto === 1, color: entry?.color, symbol: entry?.symbol }}
        />
      }
      title={name}
      text={`${nameOf(entry, code)}${held}`}
      end={
        <>
          <span className={styles.amount}>{covered ?? show(amount)}</span>
          <span className={styles.worth}>
            {[
              isPrimary ? t('tpl:home:primary') : '',
              worth === '' || covered
                ? ''
                : t('tpl:home:worth', { amount: showAmount(worth, worthCurrency, currencies, t) }),
            ]
              .filter((part) => part !== '')
              .join(' · ')}
          </span>
        </>
      }
      {...(onPress && { href, onPress: follow(onPress) })}
    />
  );
  return (
    <div className={classNames(styles.row, isRest && styles.rest)} {...{ [rowMark]: code }}>
      {row}
      {onFavorite && (
        <IconButton
          icon="star"
          className={classNames(styles.star, move && styles.movable)}
          {...move?.drag}
          aria-describedby={move?.hintId}
          onKeyDown={(event) => {
            const step = move && stepOf(event.key, getComputedStyle(event.currentTarget).direction === 'rtl');
            if (step === undefined) return;
            event.preventDefault();
            move?.onStep(step);
          }}
          aria-pressed={isFavorite}
          label={t('tpl:home:favorite', { name })}
          onClick={({ detail }) => {
            // A press by keyboard ends no drag.
            if (detail === 0 || move?.endsDrag() !== true) onFavorite();
          }}
        />
      )}
    </div>
  );
}
