import type { ReactNode } from 'react';
import { Icon } from '../../ui/icon.tsx';
import styles from './product-list.module.css';

export interface ProductItem {
  key: string;
  name: ReactNode;
  /** An https address; empty without a picture. */
  img: string;
  /** '2 × 18 EUR' */
  count: string;
  price: string;
}

export interface ProductListProps {
  label: string;
  header: ReactNode;
  footer: ReactNode;
  items: readonly ProductItem[];
  /** Custom properties `--product-…` that the page around may set. */
  style: Readonly<Record<string, string>>;
}

/** The purchase in a shop: pictures, names, counts and sums, with texts above and below. */
export function ProductList({ label, header, footer, items, style }: ProductListProps) {
  return (
    <div className={styles.products} style={style}>
      {header && <div>{header}</div>}
      {items.length > 0 && (
        <ul className={styles.list} aria-label={label}>
          {items.map((item) => (
            <li key={item.key}>
              {item.img ? (
                <img className={styles.picture} src={item.img} alt="" loading="lazy" referrerPolicy="no-referrer" />
              ) : (
                <span className={styles.picture}>
                  <Icon name="gift" />
                </span>
              )}
              <span className={styles.name}>
                <b>{item.name}</b>
                {item.count && <span className={`${styles.count} num`}>{item.count}</span>}
              </span>
              <span className={`${styles.price} num`}>{item.price}</span>
            </li>
          ))}
        </ul>
      )}
      {footer && <div>{footer}</div>}
    </div>
  );
}
