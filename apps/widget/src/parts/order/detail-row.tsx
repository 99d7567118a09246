import type { ReactNode } from 'react';
import { CopyButton } from '../../ui/buttons/copy-button.tsx';
import type { CopyButtonProps } from '../../ui/buttons/copy-button.tsx';
import styles from './detail-list.module.css';

export interface DetailRowProps {
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
