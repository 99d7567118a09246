import type { ReactNode } from 'react';
import { classNames } from '../../ui/class-names.ts';
import segmented from '../../ui/buttons/segmented.module.css';
import styles from '../../ui/buttons/segmented-tabs.module.css';
import { follow } from './follow.ts';

export interface SegmentedLinksProps {
  label: string;
  links: readonly { key: string; text: ReactNode; href: string; isCurrent: boolean; onPress: () => void }[];
}

/** Two or three pages beside each other, looking like a segmented choice. */
export function SegmentedLinks({ label, links }: SegmentedLinksProps) {
  return (
    <nav aria-label={label} className={classNames(segmented.seg, styles.fill)}>
      {links.map(({ key, text, href, isCurrent, onPress }) => (
        <a
          key={key}
          data-edge=""
          className={segmented.part}
          href={href}
          aria-current={isCurrent ? 'page' : undefined}
          onClick={follow(onPress)}
        >
          {text}
        </a>
      ))}
    </nav>
  );
}
