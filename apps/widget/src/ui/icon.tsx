import { useEffect } from 'react';
import { classNames } from './class-names.ts';
import styles from './icon.module.css';
import { addLaterIcons } from './icons/add-later-icons.ts';
import type { IconName } from './icons/icon-names.ts';

export interface IconProps {
  name: IconName;
  /** s 16 px beside small text, m 20 px in controls, l 24 px in the chat button. */
  size?: 's' | 'm' | 'l';
  /** For arrows that follow the reading direction. */
  flip?: boolean;
  spin?: boolean;
  className?: string | undefined;
}

export function Icon({ name, size = 'm', flip, spin, className }: IconProps) {
  useEffect(() => {
    if (document.getElementById(`i-${name}`) === null) void addLaterIcons();
  }, [name]);
  return (
    <svg
      className={classNames(
        styles.i,
        size !== 'm' && styles[size],
        flip && styles.flip,
        spin && styles.spin,
        className,
      )}
      aria-hidden="true"
    >
      <use href={`#i-${name}`} />
    </svg>
  );
}
