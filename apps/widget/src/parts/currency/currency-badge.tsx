import type { ReactNode } from 'react';
import { classNames } from '../../ui/class-names.ts';
import styles from './currency-badge.module.css';
import { Icon } from '../../ui/icon.tsx';

export interface BadgeCurrency {
  code: string;
  isCrypto: boolean;
  /** '#rrggbb' of the currency's entry. */
  color?: string | undefined;
  symbol?: string | undefined;
}

interface CurrencyBadgeProps {
  currency: BadgeCurrency;
  /** Pixels. */
  size?: 20 | 24 | 26 | 32 | 40;
  /** A NetworkChip. */
  children?: ReactNode;
}

const unknownColour = '#5f6d74';

/** Decorative: the currency's code must always be beside it. Crypto has its own colour, fiat the accent tint. */
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

// Text fonts lack these symbols, so they are drawn.
const paths: Record<string, string> = {
  Ξ: 'M12 1.8 5.3 12.3 12 16.2l6.7-3.9zM5.3 13.9 12 22.2l6.7-8.3L12 17.8z',
  '◎': 'M6.6 16.4h13.6l-2.8 3.2H3.8zM3.8 4.4h13.6l2.8 3.2H6.6zM17.4 10.4H3.8l2.8 3.2h13.6z',
  '✕': 'M5 4h2.9l3 3a1.6 1.6 0 0 0 2.2 0l3-3H19l-4.5 4.4a3.6 3.6 0 0 1-5 0zM5 20h2.9l3-3a1.6 1.6 0 0 1 2.2 0l3 3H19l-4.5-4.4a3.6 3.6 0 0 0-5 0z',
};

function BadgeGlyph({ symbol }: { symbol: string }) {
  if (symbol === '₿') return <Icon name="bitcoin" />;
  const path = paths[symbol];
  if (path === undefined) return symbol;
  return (
    <svg viewBox="0 0 24 24">
      <path d={path} />
    </svg>
  );
}

const darkInk = '#1a1208';

function linear(channel: number): number {
  const part = channel / 255;
  return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
}

function luminance(hex: string): number {
  const value = Number.parseInt(hex.slice(1), 16);
  return 0.2126 * linear(value >> 16) + 0.7152 * linear((value >> 8) & 255) + 0.0722 * linear(value & 255);
}

/** The symbol's colour on a currency's colour ('#rrggbb'): white where that reaches 3:1, else dark ink. */
export function badgeInk(colour: string): string {
  return 1.05 / (luminance(colour) + 0.05) >= 3 ? '#fff' : darkInk;
}
