import styles from './bank-path.module.css';

/** Card, moving dots, bank: the picture of the wait. */
export function BankPath() {
  return (
    <svg viewBox="0 0 232 96" width="232" height="96" aria-hidden="true" className={styles.art}>
      <rect x="1" y="22" width="76" height="52" rx="9" className={styles.a} />
      <rect x="1" y="35" width="76" height="10" className={styles.b} />
      <rect x="11" y="56" width="20" height="6" rx="3" className={styles.b} />
      <g className={styles.c}>
        <rect x="92" y="45" width="10" height="7" rx="3" />
        <rect x="111" y="45" width="10" height="7" rx="3" />
        <rect x="130" y="45" width="10" height="7" rx="3" />
      </g>
      <path className={styles.a} d="M158 42 193 24l35 18v6h-70z" />
      <path className={styles.b} d="M164 52h8v22h-8zM181 52h8v22h-8zM198 52h8v22h-8zM215 52h8v22h-8z" />
      <rect className={styles.a} x="158" y="76" width="70" height="7" rx="2" />
    </svg>
  );
}
