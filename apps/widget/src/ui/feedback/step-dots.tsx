import { classNames } from '../class-names.ts';
import styles from './step-dots.module.css';

export interface StepDotsProps {
  /** From 1. */
  step: number;
  count: number;
  /** 'Step 2 of 4': one image with one name. */
  label: string;
}

export function StepDots({ step, count, label }: StepDotsProps) {
  return (
    <span className={styles.dots} role="img" aria-label={label}>
      {[...Array(count).keys()].map((index) => (
        <i key={index} className={classNames(index < step - 1 && styles.on, index === step - 1 && styles.now)} />
      ))}
    </span>
  );
}
