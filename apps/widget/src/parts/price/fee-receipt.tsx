import type { ReactNode, Ref } from 'react';
import { Disclosure } from '../../ui/layout/disclosure.tsx';
import { FeeFigure, FeeRail, type FeeLine } from './fee-rail.tsx';

export interface FeeReceiptProps {
  ref?: Ref<HTMLDetailsElement>;
  title: ReactNode;
  /** The total of all fees; absent while the price loads. */
  total?: ReactNode;
  lines: readonly FeeLine[];
  /** Left to the reader when absent. */
  open?: boolean;
  onToggle?: (open: boolean) => void;
}

export function FeeReceipt({ ref, title, total, lines, open, onToggle }: FeeReceiptProps) {
  return (
    <Disclosure
      {...(ref && { ref })}
      title={title}
      value={<FeeFigure>{total}</FeeFigure>}
      {...(open !== undefined && { open })}
      {...(onToggle && { onToggle })}
    >
      <FeeRail lines={lines} />
    </Disclosure>
  );
}
