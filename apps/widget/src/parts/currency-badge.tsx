import type { CSSProperties } from 'react';
import { classNames } from '../ui/class-names.ts';
import { badgeInk } from './badge-ink.ts';
import { BadgeGlyph } from './badge-glyph.tsx';
import styles from './currency-badge.module.css';

export interface BadgeCurrency {
  code: string;
  isCrypto: boolean;
  /** '#rrggbb' of the currency's entry. */
  color?: string | undefined;
  symbol?: string | undefined;
}

export interface CurrencyBadgeProps {
  currency: BadgeCurrency;
  /** xs 20, s 24, m 32, l 40 px. */
  size?: 'xs' | 's' | 'm' | 'l';
  /** A small chip at the lower end corner. */
  network?: { name: string; color: string } | undefined;
}

/** Decorative: the currency's code must always stand beside it. */
export function CurrencyBadge({ currency, size = 'm', network }: CurrencyBadgeProps) {
  const { code, isCrypto, color = '#5f6d74', symbol } = currency;
  const variables: Record<string, string> = isCrypto ? { '--c': color, '--k': badgeInk(color) } : {};
  return (
    <span
      className={classNames(styles.coin, !isCrypto && styles.fiat, size !== 'm' && styles[size])}
      style={variables as CSSProperties}
      aria-hidden="true"
    >
      <BadgeGlyph symbol={symbol && symbol.length <= 2 ? symbol : code.slice(0, 1)} />
      {network && (
        <span className={styles.net} style={{ background: network.color, color: badgeInk(network.color) }}>
          {network.name.slice(0, 1)}
        </span>
      )}
    </span>
  );
}
