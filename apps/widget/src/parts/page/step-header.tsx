import type { ReactNode } from 'react';
import { IconButton } from '../../ui/buttons/icon-button.tsx';
import { Icon } from '../../ui/icon.tsx';
import type { IconName } from '../../ui/icons/icon-names.ts';
import styles from './step-header.module.css';

export interface StepHeaderProps {
  /** The heading of the step. */
  title: ReactNode;
  /** A back arrow or a closing cross; a partner may hide both. */
  leave?: { kind: 'back' | 'close'; label: string; onLeave: () => void } | undefined;
  /** A quiet symbol in place of the arrow, where there is no step back. */
  icon?: IconName | undefined;
  /** Step dots or a status pill. */
  children?: ReactNode;
}

export function StepHeader({ title, leave, icon, children }: StepHeaderProps) {
  const back = leave?.kind === 'back';
  return (
    <div className={styles.step}>
      {leave ? (
        <IconButton icon={back ? 'arrow-left' : 'x'} flip={back} label={leave.label} onClick={leave.onLeave} />
      ) : icon ? (
        <span className={styles.icon}>
          <Icon name={icon} />
        </span>
      ) : (
        <span className={styles.gap} />
      )}
      <h1>{title}</h1>
      {children && <div className={styles.end}>{children}</div>}
    </div>
  );
}
