import { classNames } from '../../ui/class-names.ts';
import styles from './brand-mark.module.css';

/** The mark: two banks and the stones between them. */
export function BrandMark({ className }: { className?: string | undefined }) {
  return (
    <svg className={classNames(styles.mark, className)} viewBox="0 0 28 28" aria-hidden="true">
      <path d="M12.2 4.1v6a.9.9 0 0 0 .9.9h2.9v6h-2.9a.9.9 0 0 0-.9.9v6a1 1 0 0 1-1.2 1A11.2 11.2 0 0 1 11 3.1a1 1 0 0 1 1.2 1z" />
      <path opacity=".42" d="M16 4.1a1 1 0 0 1 1.2-1 11.2 11.2 0 0 1 0 21.8 1 1 0 0 1-1.2-1z" />
    </svg>
  );
}
