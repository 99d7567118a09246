import { classNames } from '../ui/class-names.ts';
import { addressGroups, middleEllipsis } from './address-parts.ts';
import styles from './address-text.module.css';

export interface AddressTextProps {
  address: string;
  /** One line with an ellipsis in the middle; the whole value stays in the title. */
  short?: boolean;
}

/** Groups of four with the first and the last marked, because these are what people compare. */
export function AddressText({ address, short }: AddressTextProps) {
  if (short) {
    return (
      <span className="num" title={address}>
        {middleEllipsis(address)}
      </span>
    );
  }
  const groups = addressGroups(address);
  return (
    <span className={styles.addr} dir="ltr">
      {[...groups.entries()].map(([place, group]) => (
        <span key={place} className={classNames((place === 0 || place === groups.length - 1) && styles.mark)}>
          {group}
        </span>
      ))}
    </span>
  );
}
