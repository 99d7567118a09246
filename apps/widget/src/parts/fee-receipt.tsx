import type { ReactNode, Ref } from 'react';
import { classNames } from '../ui/class-names.ts';
import { Disclosure } from '../ui/disclosure.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import styles from './fee-receipt.module.css';

export interface FeeLine {
  key: string;
  text: ReactNode;
  /** Percent, fixed part, minimum. */
  detail?: ReactNode;
  /** Absent while the price loads. */
  amount?: ReactNode;
  /** The sum that is exchanged: a solid stone. */
  total?: boolean;
}

export interface FeeReceiptProps {
  ref?: Ref<HTMLDetailsElement>;
  title: ReactNode;
  /** The total of all fees; absent while the price loads. */
  total?: ReactNode;
  lines: readonly FeeLine[];
  open?: boolean;
  onToggle?: (open: boolean) => void;
}

function Figure({ children }: { children: ReactNode }) {
  return children === undefined ? <Skeleton width="62px" height="12px" /> : <span className="num">{children}</span>;
}

export function FeeReceipt({ ref, title, total, lines, open = false, onToggle }: FeeReceiptProps) {
  return (
    <Disclosure
      {...(ref && { ref })}
      title={title}
      value={<Figure>{total}</Figure>}
      open={open}
      {...(onToggle && { onToggle })}
    >
      <dl className={styles.rail}>
        {lines.map((line) => (
          <div key={line.key} className={classNames(line.total && styles.end)}>
            <dt>
              {line.text} {line.detail && <small dir="auto">{line.detail}</small>}
            </dt>
            <dd>
              <Figure>{line.amount}</Figure>
            </dd>
          </div>
        ))}
      </dl>
    </Disclosure>
  );
}
