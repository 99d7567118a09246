import type { ComponentProps, ReactNode } from 'react';
import styles from './chip.module.css';
import { Icon } from '../icon.tsx';
import type { IconName } from '../icons/icon-names.ts';

export interface ChipProps extends Omit<ComponentProps<'button'>, 'aria-pressed'> {
  /** For a choice that is on or off; left out where a press does something. */
  pressed?: boolean;
  /** It shows an option that is on. */
  on?: boolean;
  icon?: IconName;
  end?: IconName;
  children: ReactNode;
}

/** A small round button of a row of choices. */
export function Chip({ pressed, on, icon, end, children, ...rest }: ChipProps) {
  return (
    <button
      type="button"
      {...rest}
      data-edge=""
      className={styles.chip}
      aria-pressed={pressed}
      data-on={on ? '' : undefined}
    >
      {icon && <Icon name={icon} size="s" />}
      {children}
      {end && <Icon name={end} size="s" />}
    </button>
  );
}

export interface ChipsProps {
  label: string;
  /** One line that scrolls sideways. */
  line?: boolean;
  children: ReactNode;
}

/** Chips that belong together. */
export function Chips({ label, line, children }: ChipsProps) {
  return (
    <div role="group" aria-label={label} className={line ? styles.line : styles.chips}>
      {children}
    </div>
  );
}
