import type { ReactNode } from 'react';
import styles from './we-accept.module.css';

/**
 * The text and the two card marks, drawn inline in their own colours and without letters, which would fetch a font of
 * their own.
 */
export function WeAccept({ children }: { children: ReactNode }) {
  return (
    <div className={styles.accept}>
      {children}
      <svg viewBox="0 0 34 22" role="img" aria-label="Visa">
        <rect width="34" height="22" rx="4" fill="#fff" />
        <path
          fill="#1a2b7a"
          fillRule="evenodd"
          d="M5.2 7.3h2.2l.9 4.9 2.6-4.9h2.2l-4.3 7.6H6.7zM13.4 7.3h2.1l-1.3 7.6h-2.1zM20.9 14.9l4.2-7.6h2.1l1.4 7.6h-2.1l-.3-1.6h-2.5l-.8 1.6zm3.5-3h1.6l-.5-2.6z"
        />
        <path
          fill="none"
          stroke="#1a2b7a"
          strokeWidth="1.8"
          d="M21 8.7c-1.8-.8-3.5-.4-3.5.8 0 1.5 2.9 1.1 2.8 2.9-.1 1.7-2.5 2-4.5 1"
        />
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
