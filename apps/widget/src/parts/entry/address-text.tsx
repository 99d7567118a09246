import { classNames } from '../../ui/class-names.ts';
import styles from './address-text.module.css';

interface AddressTextProps {
  address: string;
  /** One line with an ellipsis in the middle; the whole value stays in the title. */
  short?: boolean;
  /** Another address: the groups that differ from it are marked instead. */
  against?: string;
}

/**
 * Groups of four with the first and the last marked, because people compare these; or with the differences from another
 * address.
 */
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

const groupSize = 4;

/** An address in groups of four, for reading and comparing. */
export function addressGroups(address: string): string[] {
  return address.match(new RegExp(`.{1,${groupSize}}`, 'gu')) ?? [];
}

/** The first and last characters with an ellipsis between them; a short text is kept. */
export function middleEllipsis(text: string, first = 8, last = 6): string {
  return text.length <= first + last + 1 ? text : `${text.slice(0, first)}…${text.slice(-last)}`;
}
