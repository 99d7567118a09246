import { classNames } from '../ui/class-names.ts';
import { addressGroups, middleEllipsis } from './address-parts.ts';
import styles from './address-text.module.css';

export interface AddressTextProps {
  address: string;
  /** One line with an ellipsis in the middle; the whole value stays in the title. */
  short?: boolean;
  /** Another address: the groups that differ from it are marked instead. */
  against?: string;
}

/** Groups of four with the first and the last marked, because these are what people compare; or with what differs from another one. */
export function AddressText({ address, short, against }: AddressTextProps) {
  if (short) {
    return (
      <span className="num" title={address}>
        {middleEllipsis(address)}
      </span>
    );
  }
  const groups = addressGroups(address);
  const others = against === undefined ? undefined : addressGroups(against);
  const isMarked = (group: string, place: number) =>
    others ? group !== others[place] : place === 0 || place === groups.length - 1;
  return (
    <span className={styles.addr} dir="ltr">
      {[...groups.entries()].map(([place, group]) => (
        <span key={place} className={classNames(isMarked(group, place) && styles.mark)}>
          {group}
        </span>
      ))}
    </span>
  );
}
