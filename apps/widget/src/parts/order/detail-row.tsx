import type { ReactNode } from 'react';
import styles from './detail-list.module.css';
import { CopyButton, type CopyButtonProps } from '../../ui/buttons/copy-button.tsx';

/** Takes DetailRows. */
export function DetailList({ children }: { children: ReactNode }) {
  return <dl className={styles.kv}>{children}</dl>;
}

interface DetailRowProps {
  label: ReactNode;
  children: ReactNode;
  copy?: CopyButtonProps | undefined;
}

export function DetailRow({ label, children, copy }: DetailRowProps) {
  return (
    <div className={styles.row}>
      <dt>{label}</dt>
      <dd>
        {children}
        {copy && <CopyButton {...copy} />}
      </dd>
    </div>
  );
}
