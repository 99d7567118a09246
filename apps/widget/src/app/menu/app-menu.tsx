import { useEffect, useSyncExternalStore } from 'react';
import type { MenuEntry, MenuLink } from '../../parts/page/menu-data.ts';
import { MenuSheet } from '../../parts/page/menu-sheet.tsx';
import { useTexts } from '../../platform/runtime.ts';
import { Pill } from '../../ui/feedback/pill.tsx';
import { Icon } from '../../ui/icon.tsx';
import type { IconName } from '../../ui/icons/icon-names.ts';
import { useAccount, useApp, type AppParts } from '../app-parts.ts';
import { unreadList } from '../cabinet/watch-unread.ts';
import { modeRow } from '../modes.ts';
import { isBuilt } from '../routes.ts';
import { languageNames } from './language-names.ts';
import { menuKeys, menuRoutes, type MenuKey } from './menu-rule.ts';
import { switchLanguage } from '../change-language.ts';

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

function link(parts: AppParts, key: Exclude<MenuKey, 'logout'>, text: string): MenuLink {
  const { router, flow } = parts;
  const name = menuRoutes[key];
  const params: Record<string, string> = key === 'about' ? { brand: parts.runtime.boot.brand.slug } : {};
  return {
    kind: 'link',
    key,
    icon: icons[key],
    text,
    href: router.href(name, params),
    current: router.current().name === name,
    onChoose: () => {
      if (key === 'buy') flow.open('exchange');
      router.navigate(name, params);
    },
  };
}

/** How many notifications are unread; read anew when the menu opens. */
function useUnread(parts: AppParts): number {
  const list = unreadList(parts);
  useEffect(() => void list?.refresh(), [list]);
  const count = () => list?.state().unreadCount ?? 0;
  return useSyncExternalStore(list?.subscribe ?? neverChanges, count, count);
}

const neverChanges = () => () => {};

function languages(parts: AppParts): MenuLink[] {
  const { boot, texts } = parts.runtime;
  return boot.languages.map((code) => ({
    kind: 'link',
    key: code,
    text: languageNames[code] ?? code,
    lang: code,
    current: code === texts.language(),
    end: code === texts.language() && <Icon name="check" />,
    onChoose: () => switchLanguage(parts, code),
  }));
}

function UnreadPill({ count }: { count: number }) {
  const t = useTexts();
  return (
    <Pill tone="accent">
      {count} <span className="vh">{t('tpl:notification:unread')}</span>
    </Pill>
  );
}

/** The header's menu (2.4): the rule's entries whose routes are built. */
export default function AppMenu({ onClose }: { onClose: () => void }) {
  const parts = useApp();
  const { client } = useAccount();
  const t = useTexts();
  const unread = useUnread(parts);
  const { texts } = parts.runtime;
  const keys = menuKeys({
    isMerchant: modeRow(parts.mode).isMerchant,
    client,
    isFlagOn: parts.isFlagOn,
  }).filter((key) => key === 'logout' || isBuilt(menuRoutes[key]));
  const entries = keys.flatMap((key): MenuEntry[] => {
    const text = t(`tpl:menu:${key}`);
    if (key === 'language') {
      const end = languageNames[texts.language()];
      return [
        { kind: 'line', key: 'line-language' },
        { kind: 'group', key, icon: icons[key], text, end, entries: languages(parts) },
      ];
    }
    if (key === 'logout')
      return [
        { kind: 'line', key: 'line-logout' },
        { kind: 'link', key, icon: icons[key], flip: true, text, onChoose: () => void parts.logOut() },
      ];
    const entry = link(parts, key, text);
    if (key !== 'notifications' || unread === 0) return [entry];
    return [{ ...entry, end: <UnreadPill count={unread} /> }];
  });
  const account =
    client.isAuthorized === 1 ? { initials: client.email.slice(0, 2).toUpperCase(), name: client.email } : undefined;
  return (
    <MenuSheet
      open
      title={t('tpl:common:menu')}
      closeLabel={t('tpl:common:close')}
      backLabel={t('tpl:common:back')}
      account={account}
      entries={entries}
      onClose={onClose}
    />
  );
}
