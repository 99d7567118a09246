import type { ReactNode } from 'react';
import { BrandMark } from './brand-mark.tsx';
import styles from './footer.module.css';

export interface FooterProps {
  /** 'Powered by'. */
  text: ReactNode;
  name: string;
  href: string;
}

export function Footer({ text, name, href }: FooterProps) {
  return (
    <footer className={styles.foot}>
      {text}
      <a href={href} target="_blank" rel="noreferrer">
        <BrandMark className={styles.mark} />
        {name}
      </a>
    </footer>
  );
}
