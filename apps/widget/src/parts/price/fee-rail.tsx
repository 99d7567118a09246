import type { ReactNode } from 'react';
import { classNames } from '../../ui/class-names.ts';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import styles from './fee-receipt.module.css';

export interface FeeLine {
  key: string;
  text: ReactNode;
  /** Percent, fixed part, minimum. */
  detail?: ReactNode;
  /** A sentence below the line. */
  note?: ReactNode;
  /** Absent while the price loads. */
  amount?: ReactNode;
  /** The exchanged sum: a filled dot. */
  total?: boolean;
}

/** A figure of the receipt; a bar replaces one that is still to come. */
export function FeeFigure({ children }: { children: ReactNode }) {
  return children === undefined ? <Skeleton width="62px" height="12px" /> : <span className="num">{children}</span>;
}

/** The arithmetic of a price: dots on a rail. */
export function FeeRail({ lines }: { lines: readonly FeeLine[] }) {
  return (
    <dl className={styles.rail}>
      {lines.map((line) => (
        <div key={line.key} className={classNames(line.total && styles.end)}>
          <dt>
            {line.text} {line.detail && <small dir="auto">{line.detail}</small>}
          </dt>
          <dd>
            <FeeFigure>{line.amount}</FeeFigure>
          </dd>
          {line.note && (
            <dd className={styles.note} dir="auto">
              {line.note}
            </dd>
          )}
        </div>
      ))}
    </dl>
  );
}
