import type { ReactNode } from 'react';
import styles from './gallery.module.css';

export function State({ name, children }: { name: string; children: ReactNode }) {
  return (
    <figure className={styles.state}>
      {children}
      <figcaption>{name}</figcaption>
    </figure>
  );
}
