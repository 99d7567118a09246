import { useSyncExternalStore } from 'react';
import type { MenuLink } from '../../parts/page/menu-data.ts';
import { useTexts } from '../../platform/runtime.ts';
import { Pill } from '../../ui/feedback/pill.tsx';
import type { IconName } from '../../ui/icons/icon-names.ts';
import { useAccount, useApp, type AppParts } from '../app-parts.ts';
import { unreadList } from '../cabinet/watch-unread.ts';
import { modeRow } from '../modes.ts';
import type { RouteName } from '../routes.ts';
import { menuKeys, menuPlace, menuRoutes, type MenuKey } from '../menu/menu-rule.ts';

const icons: Readonly<Record<MenuKey, IconName>> = {
  home: 'house',
  buy: 'plus',
  balance: 'wallet',
  transactions: 'receipt',
  notifications: 'bell',
  discount: 'badge-percent',
  verification: 'shield-check',
  affiliate: 'users',
  language: 'globe',
  about: 'info',
  faq: 'circle-question-mark',
  settings: 'settings',
  login: 'log-in',
  logout: 'log-out',
};

export interface KeyedLink extends MenuLink {
  key: MenuKey;
  icon: IconName;
  text: string;
}

/** The entries of the menu (2.4), with the current one marked. */
export function useMenuLinks(): KeyedLink[] {
  const parts = useApp();
  const { client } = useAccount();
  const t = useTexts();
  const unread = useUnread(parts);
  const { router, mode, isFlagOn } = parts;
  const route = useSyncExternalStore(router.subscribe, router.current, router.current);
  return menuKeys({ isMerchant: modeRow(mode).isMerchant, client, isFlagOn }).map((key): KeyedLink => {
    const text = t(`tpl:menu:${key}`);
    const base = { kind: 'link', key, icon: icons[key], text } as const;
    if (key === 'logout') return { ...base, flip: true, onChoose: () => void parts.logOut() };
    const hasPill = key === 'notifications' && unread > 0;
    return { ...base, ...target(parts, key, route.name), ...(hasPill && { end: <UnreadPill count={unread} /> }) };
  });
}

function target(parts: AppParts, key: Exclude<MenuKey, 'logout'>, route: RouteName) {
  const { router, flow } = parts;
  const name = menuRoutes[key];
  const params: Record<string, string> = key === 'about' ? { brand: parts.runtime.boot.brand.slug } : {};
  const place = menuPlace(route);
  return {
    href: router.href(name, params),
    current: place?.key === key && place.current,
    onChoose: () => {
      if (key === 'buy') flow.open('exchange');
      router.navigate(name, params);
    },
  };
}

function useUnread(parts: AppParts): number {
  const list = unreadList(parts);
  const count = () => list?.state().unreadCount ?? 0;
  return useSyncExternalStore(list?.subscribe ?? neverChanges, count, count);
}

const neverChanges = () => () => {};

function UnreadPill({ count }: { count: number }) {
  const t = useTexts();
  return (
    <Pill tone="accent">
      {count} <span className="vh">{t('tpl:notification:unread')}</span>
    </Pill>
  );
}

/** Who is signed in, as the menus show it. */
export function accountOf(email: string): { initials: string; name: string } {
  return { initials: email.slice(0, 2).toUpperCase(), name: email };
}
