import type { ReactNode } from 'react';
import { Icon } from '../../ui/icon.tsx';
import styles from './order-hero.module.css';

export interface OrderHeroProps {
  /** finished has the deep card with a tick. */
  finished?: boolean;
  /** 'You’re getting' or 'Sent to your wallet'. */
  title: ReactNode;
  amount: string;
  /** The amount with every decimal. */
  exact: string;
  code: string;
  /** What the amount is worth in money. */
  worth?: ReactNode;
  text?: ReactNode;
}

/** The amount heads an order's page. */
export function OrderHero({ finished, title, amount, exact, code, worth, text }: OrderHeroProps) {
  const size: Record<string, number> = { '--n': amount.length + code.length + 1 };
  return (
    <div className={finished ? styles.hero : styles.state}>
      {finished && (
        <span className={styles.done}>
          <Icon name="check" />
        </span>
      )}
      <p className={styles.title}>{title}</p>
      <p className={styles.amount}>
        <span className="num" style={size} title={exact}>
          {amount} {finished ? <small>{code}</small> : code}
        </span>
      </p>
      {worth && (
        <p className={styles.text}>
          <bdi>{worth}</bdi>
        </p>
      )}
      {text && (
        <p className={styles.text}>
          <bdi>{text}</bdi>
        </p>
      )}
    </div>
  );
}
