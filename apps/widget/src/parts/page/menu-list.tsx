import type { MouseEvent } from 'react';
import { Icon } from '../../ui/icon.tsx';
import type { MenuEntry, MenuGroup, MenuLink } from './menu-data.ts';
import styles from './menu-list.module.css';

export interface MenuListProps {
  entries: readonly MenuEntry[];
  onGroup: (group: MenuGroup) => void;
  /** Closes the menu after a choice. */
  onDone: () => void;
}

function Link({ entry, onDone }: { entry: MenuLink; onDone: () => void }) {
  const content = (
    <>
      {entry.icon && <Icon name={entry.icon} flip={entry.flip ?? false} className={styles.icon} />}
      <span lang={entry.lang}>{entry.text}</span>
      {entry.end && <span className={styles.end}>{entry.end}</span>}
    </>
  );
  function choose(event: MouseEvent): void {
    if (event.metaKey || event.ctrlKey) return;
    if (entry.onChoose) event.preventDefault();
    onDone();
    entry.onChoose?.();
  }
  const current = entry.current === 'section' ? 'true' : ('page' as const);
  return entry.href === undefined ? (
    <button type="button" className={styles.item} aria-current={entry.current ? 'true' : undefined} onClick={choose}>
      {content}
    </button>
  ) : (
    <a
      className={styles.item}
      href={entry.href}
      title={entry.title}
      aria-current={entry.current ? current : undefined}
      onClick={choose}
    >
      {content}
    </a>
  );
}

export function MenuList({ entries, onGroup, onDone }: MenuListProps) {
  return (
    <ul className={styles.menu}>
      {entries.map((entry) => {
        if (entry.kind === 'line') return <li key={entry.key} className={styles.rule} aria-hidden="true" />;
        if (entry.kind === 'link') {
          return (
            <li key={entry.key}>
              <Link entry={entry} onDone={onDone} />
            </li>
          );
        }
        return (
          <li key={entry.key}>
            <button type="button" className={styles.item} onClick={() => onGroup(entry)}>
              {entry.icon && <Icon name={entry.icon} className={styles.icon} />}
              <span>{entry.text}</span>
              <span className={styles.end}>
                {entry.end}
                <Icon name="chevron-right" size="s" flip />
              </span>
            </button>
          </li>
        );
      })}
    </ul>
  );
}
