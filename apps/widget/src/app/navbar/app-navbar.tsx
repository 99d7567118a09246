import { useSyncExternalStore } from 'react';
import { follow } from '../../parts/page/follow.ts';
import { useTexts } from '../../platform/runtime.ts';
import { useAllTexts } from '../../platform/late-part.tsx';
import { Icon } from '../../ui/icon.tsx';
import { useAccount, useApp } from '../app-parts.ts';
import styles from './app-navbar.module.css';
import { navbarItems } from './navbar-rule.ts';

/** The bar at the bottom of a phone (2.4-12). */
export default function AppNavbar() {
  const { router, flow, mode, isFlagOn } = useApp();
  const { client } = useAccount();
  const t = useTexts();
  const hasTexts = useAllTexts();
  const current = useSyncExternalStore(router.subscribe, router.current, router.current);
  const items = navbarItems({ mode, isAuthorized: client.isAuthorized === 1, isFlagOn });
  if (items.length === 0 || !hasTexts) return null;
  return (
    <nav className={styles.bar} aria-label={t('tpl:nav:label')}>
      {items.map(({ route, icon, text }) => (
        <a
          key={route}
          href={router.href(route)}
          aria-current={current.name === route ? 'page' : undefined}
          onClick={follow(() => {
            if (route === 'order-stepper') flow.open('exchange');
            router.navigate(route);
          })}
        >
          <span>
            <Icon name={icon} />
          </span>
          {t(text)}
        </a>
      ))}
    </nav>
  );
}
