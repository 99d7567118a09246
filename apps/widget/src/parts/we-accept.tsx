import type { ReactNode } from 'react';
import styles from './we-accept.module.css';

/** The text and the two card marks, drawn inline in their own colours. */
export function WeAccept({ children }: { children: ReactNode }) {
  return (
    <div className={styles.accept}>
      {children}
      <svg viewBox="0 0 34 22" role="img" aria-label="Visa">
        <rect width="34" height="22" rx="4" fill="#fff" />
        <text
          x="17"
          y="15.2"
          textAnchor="middle"
          fontFamily="Arial,Helvetica,sans-serif"
          fontSize="10.5"
          fontStyle="italic"
          fontWeight="700"
          letterSpacing="-.2"
          fill="#1a2b7a"
        >
          VISA
        </text>
      </svg>
      <svg viewBox="0 0 34 22" role="img" aria-label="Mastercard">
        <rect width="34" height="22" rx="4" fill="#fff" />
        <circle cx="13.6" cy="11" r="6.4" fill="#e0162b" />
        <circle cx="20.4" cy="11" r="6.4" fill="#f4a11d" />
        <path d="M17 5.6a6.4 6.4 0 0 1 0 10.8 6.4 6.4 0 0 1 0-10.8z" fill="#f26522" />
      </svg>
    </div>
  );
}
