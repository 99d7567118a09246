import { RichText } from '../../../parts/page/rich-text.tsx';
import layout from '../../../ui/layout/layout.module.css';
import text from '../../../ui/layout/text.module.css';
import styles from './merchant-head.module.css';

/** Who is paid, and what the page says of the purchase. */
export function MerchantHead({ name, description }: { name: string; description: string }) {
  return (
    <div className={`${layout.row} ${styles.head}`}>
      <span className={styles.letter} aria-hidden="true">
        {[...name][0]}
      </span>
      <div className={layout.grow}>
        <p className={text.label}>{name}</p>
        {description && (
          <p className={`${text.s} ${text.quiet}`}>
            <RichText>{description}</RichText>
          </p>
        )}
      </div>
    </div>
  );
}
