import type { ReactNode } from 'react';
import styles from './card.module.css';
import { classNames } from '../class-names.ts';

export interface CardProps {
  /** flush: list rows that reach the edges; row: one list row; act: the amber card that means "act now". */
  kind?: 'plain' | 'flush' | 'row' | 'act';
  children: ReactNode;
}

export function Card({ kind = 'plain', children }: CardProps) {
  return <div className={classNames(styles.card, kind !== 'plain' && styles[kind])}>{children}</div>;
}
