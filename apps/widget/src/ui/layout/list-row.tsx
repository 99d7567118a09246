import type { MouseEvent, ReactNode } from 'react';
import { classNames } from '../class-names.ts';
import { Icon } from '../icon.tsx';
import type { IconName } from '../icons/icon-names.ts';
import styles from './list-row.module.css';

export interface ListRowProps {
  /** A badge, or the name of an icon in a tile. */
  lead?: ReactNode;
  icon?: IconName;
  /** Tints the icon's tile. */
  on?: boolean;
  title: ReactNode;
  text?: ReactNode;
  /** Value, pill or button at the end. */
  end?: ReactNode;
  /** An arrow at the end: the row leads on. */
  chevron?: boolean;
  href?: string;
  onPress?: (event: MouseEvent<HTMLElement>) => void;
}

/** A link with `href`, a button with `onPress`, else a plain row. */
export function ListRow({ lead, icon, on, title, text, end, chevron, href, onPress }: ListRowProps) {
  const content = (
    <>
      {icon ? <Tile icon={icon} on={on} /> : lead}
      <span className={styles.grow}>
        <span className={styles.title}>{title}</span>
        {text && <span className={styles.text}>{text}</span>}
      </span>
      {end && <span className={styles.end}>{end}</span>}
      {chevron && <Icon name="chevron-right" size="s" flip className={styles.chevron} />}
    </>
  );
  if (href !== undefined) {
    return (
      <a className={styles.item} href={href} onClick={onPress}>
        {content}
      </a>
    );
  }
  if (onPress) {
    return (
      <button type="button" className={styles.item} onClick={onPress}>
        {content}
      </button>
    );
  }
  return <div className={styles.item}>{content}</div>;
}

/** A symbol in a square, before a row. */
export function Tile({ icon, on }: { icon: IconName; on?: boolean | undefined }) {
  return (
    <span className={classNames(styles.tile, on && styles.on)}>
      <Icon name={icon} />
    </span>
  );
}
