import { classNames } from '../class-names.ts';
import styles from './progress-bar.module.css';

export interface ProgressBarProps {
  /** The accessible name: what is awaited. */
  label: string;
  /** 0 to 100; without it the bar runs. */
  value?: number;
  className?: string | undefined;
}

export function ProgressBar({ label, value, className }: ProgressBarProps) {
  const running = value === undefined;
  const share: Record<string, string> = running ? {} : { '--v': `${value}%` };
  return (
    <div
      className={classNames(styles.bar, running && styles.run, className)}
      style={share}
      role="progressbar"
      aria-label={label}
      aria-valuenow={value}
      aria-valuemin={running ? undefined : 0}
      aria-valuemax={running ? undefined : 100}
    >
      <i />
    </div>
  );
}
