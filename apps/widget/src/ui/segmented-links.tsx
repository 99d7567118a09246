import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import styles from './segmented-links.module.css';
import segmented from './segmented.module.css';

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
          onClick={(event) => {
            if (event.metaKey || event.ctrlKey || event.shiftKey) return;
            event.preventDefault();
            onPress();
          }}
        >
          {text}
        </a>
      ))}
    </nav>
  );
}
