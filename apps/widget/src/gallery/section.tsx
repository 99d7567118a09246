import type { ReactNode } from 'react';
import styles from './gallery.module.css';

export interface SectionProps {
  title: string;
  about?: string;
  children: ReactNode;
}

export function Section({ title, about, children }: SectionProps) {
  return (
    <section className={styles.sec}>
      <h2>{title}</h2>
      {about && <p className={styles.about}>{about}</p>}
      <div className={styles.body}>{children}</div>
    </section>
  );
}
