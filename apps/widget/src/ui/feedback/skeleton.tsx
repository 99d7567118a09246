import { classNames } from '../class-names.ts';
import styles from './skeleton.module.css';

export interface SkeletonProps {
  /** CSS lengths. */
  width: string;
  height: string;
  round?: boolean;
  className?: string | undefined;
}

/**
 * A grey stand-in that copies the size of what will come. It is hidden from screen readers: mark the region aria-busy
 * instead.
 */
export function Skeleton({ width, height, round, className }: SkeletonProps) {
  return (
    <span
      className={classNames(styles.skel, className)}
      style={{ inlineSize: width, blockSize: height, borderRadius: round ? '50%' : undefined }}
      aria-hidden="true"
    />
  );
}
