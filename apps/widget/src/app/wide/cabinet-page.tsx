import { type ReactNode, useSyncExternalStore } from 'react';
import { classNames } from '../../ui/class-names.ts';
import { useApp } from '../app-parts.ts';
import { menuPlace } from '../menu/menu-rule.ts';
import styles from './cabinet-page.module.css';
import { useIsPage } from './use-wide.ts';

/** A page of the cabinet: a card on a phone and in a frame, else the column beside the menu. */
export function CabinetPage({ children }: { children: ReactNode }) {
  const { router } = useApp();
  const isPage = useIsPage();
  const { name } = useSyncExternalStore(router.subscribe, router.current, router.current);
  return (
    <div className={classNames(styles.shell, isPage && styles.wide)} data-cabinet={isPage ? '' : undefined}>
      <div
        id="content"
        tabIndex={-1}
        className={classNames(styles.main, menuPlace(name)?.current === 'page' && styles.top)}
      >
        {children}
      </div>
    </div>
  );
}
