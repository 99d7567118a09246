import { useState } from 'react';
import type { ReactNode } from 'react';
import { Popup } from '../../ui/layout/popup.tsx';
import type { MenuEntry, MenuGroup } from './menu-data.ts';
import { MenuList } from './menu-list.tsx';
import styles from './menu-sheet.module.css';

export interface MenuSheetProps {
  open: boolean;
  /** 'Menu' */
  title: string;
  closeLabel: string;
  backLabel: string;
  /** Who is signed in. */
  account?: { initials: string; name: ReactNode; text?: ReactNode } | undefined;
  entries: readonly MenuEntry[];
  onClose: () => void;
}

/** The header's menu, from the inline end; a group slides in over it. */
export function MenuSheet({ open, title, closeLabel, backLabel, account, entries, onClose }: MenuSheetProps) {
  const [group, setGroup] = useState<MenuGroup>();
  function close(): void {
    setGroup(undefined);
    onClose();
  }
  const heading = account && (
    <span className={styles.account}>
      <span className={styles.avatar} aria-hidden="true">
        {account.initials}
      </span>
      <span className={styles.who}>
        <span className={styles.name}>{account.name}</span>
        {account.text && <span className={styles.text}>{account.text}</span>}
      </span>
    </span>
  );
  return (
    <Popup
      open={open}
      from="end"
      title={group?.text ?? heading ?? title}
      closeLabel={closeLabel}
      back={group && { label: backLabel, onBack: () => setGroup(undefined) }}
      onClose={close}
    >
      <nav
        ref={(nav) => {
          if (group) nav?.querySelector<HTMLElement>('a,button')?.focus();
        }}
        key={group?.key ?? ''}
        aria-label={group?.text ?? title}
        className={group && styles.group}
      >
        <MenuList entries={group?.entries ?? entries} onGroup={setGroup} onDone={close} />
      </nav>
    </Popup>
  );
}
