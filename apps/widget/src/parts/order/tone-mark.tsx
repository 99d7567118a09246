import { classNames } from '../../ui/class-names.ts';
import type { StatusTone } from './status-pill.tsx';
import styles from './tone-mark.module.css';

/** The marker of a status in a list: its shape says what its colour says. */
export function ToneMark({ tone }: { tone: StatusTone }) {
  return <i className={classNames(styles.mark, styles[tone])} aria-hidden="true" />;
}
