import type { ReactNode } from 'react';
import { IconButton } from '../../ui/buttons/icon-button.tsx';
import { BrandMark } from './brand-mark.tsx';
import styles from './header.module.css';

export interface HeaderProps {
  /** The product's or the partner's name. */
  name: ReactNode;
  homeHref: string;
  onHome?: () => void;
  /** Each button is absent without its handler. The labels are accessible names. */
  notifications?: { label: string; unread: boolean; onOpen: () => void } | undefined;
  support?: { label: string; onOpen: () => void } | undefined;
  menu?: { label: string; open: boolean; onOpen: () => void } | undefined;
}

export function Header({ name, homeHref, onHome, notifications, support, menu }: HeaderProps) {
  return (
    <header className={styles.head}>
      <a
        className={styles.brand}
        href={homeHref}
        onClick={(event) => {
          if (!onHome || event.metaKey || event.ctrlKey) return;
          event.preventDefault();
          onHome();
        }}
      >
        <BrandMark />
        <span>{name}</span>
      </a>
      {notifications && (
        <IconButton icon="bell" label={notifications.label} dot={notifications.unread} onClick={notifications.onOpen} />
      )}
      {support && <IconButton icon="message-circle" label={support.label} onClick={support.onOpen} />}
      {menu && (
        <IconButton
          icon="menu"
          label={menu.label}
          aria-haspopup="dialog"
          aria-expanded={menu.open}
          onClick={menu.onOpen}
        />
      )}
    </header>
  );
}
