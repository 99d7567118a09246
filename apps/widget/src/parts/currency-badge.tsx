import type { ReactNode } from 'react';
import { classNames } from '../ui/class-names.ts';
import { BadgeGlyph } from './badge-glyph.tsx';
import { badgeInk } from './badge-ink.ts';
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
  /** Pixels. */
  size?: 20 | 24 | 26 | 32 | 40;
  /** A NetworkChip. */
  children?: ReactNode;
}

const unknownColour = '#5f6d74';

/** Decorative: the currency's code must always stand beside it. Crypto has its own colour, fiat the accent tint. */
export function CurrencyBadge({ currency, size = 32, children }: CurrencyBadgeProps) {
  const { code, isCrypto, color = unknownColour, symbol } = currency;
  const variables: Record<string, string> = {
    '--d': `${size}px`,
    ...(isCrypto && { '--c': color, '--k': badgeInk(color) }),
  };
  return (
    <span className={classNames(styles.coin, !isCrypto && styles.fiat)} style={variables} aria-hidden="true">
      <BadgeGlyph symbol={symbol && symbol.length <= 2 ? symbol : code.slice(0, 1)} />
      {children}
    </span>
  );
}
