import type { ReactNode } from 'react';
import { classNames } from '../class-names.ts';
import styles from './segmented.module.css';

export interface SegmentedProps<T extends string> {
  /** The accessible name of the group. */
  label: string;
  name: string;
  value: T;
  options: readonly { value: T; text: ReactNode; disabled?: boolean }[];
  onChange: (value: T) => void;
  className?: string;
}

/** A choice of two or three as native radio buttons, so that arrow keys work without script. */
export function Segmented<T extends string>({ label, name, value, options, onChange, className }: SegmentedProps<T>) {
  return (
    <div className={classNames(styles.seg, className)} role="radiogroup" aria-label={label}>
      {options.map((option) => (
        <label key={option.value} data-edge="" className={styles.part}>
          <input
            type="radio"
            className="vh"
            name={name}
            checked={option.value === value}
            disabled={option.disabled}
            onChange={() => onChange(option.value)}
          />
          {option.text}
        </label>
      ))}
    </div>
  );
}
