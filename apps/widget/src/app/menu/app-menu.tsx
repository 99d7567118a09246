import { useEffect } from 'react';
import type { MenuEntry, MenuLink } from '../../parts/page/menu-data.ts';
import { MenuSheet } from '../../parts/page/menu-sheet.tsx';
import { useTexts } from '../../platform/runtime.ts';
import { Icon } from '../../ui/icon.tsx';
import { useAccount, useApp, type AppParts } from '../app-parts.ts';
import { unreadList } from '../cabinet/watch-unread.ts';
import { languageNames } from './language-names.ts';
import { accountOf, type KeyedLink, useMenuLinks } from '../wide/menu-links.tsx';
import { switchLanguage } from '../change-language.ts';

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

/** The languages open beside their entry; a line comes before them and before the log-out. */
function entriesOf(parts: AppParts, link: KeyedLink): MenuEntry[] {
  const { key, icon, text } = link;
  if (key === 'language') {
    const end = languageNames[parts.runtime.texts.language()];
    return [
      { kind: 'line', key: 'line-language' },
      { kind: 'group', key, icon, text, end, entries: languages(parts) },
    ];
  }
  return key === 'logout' ? [{ kind: 'line', key: 'line-logout' }, link] : [link];
}

/** The header's menu (2.4). */
export default function AppMenu({ onClose }: { onClose: () => void }) {
  const parts = useApp();
  const { client } = useAccount();
  const t = useTexts();
  const links = useMenuLinks();
  const unread = unreadList(parts);
  useEffect(() => void unread?.refresh(), [unread]);
  return (
    <MenuSheet
      open
      title={t('tpl:common:menu')}
      closeLabel={t('tpl:common:close')}
      backLabel={t('tpl:common:back')}
      account={client.isAuthorized === 1 ? accountOf(client.email) : undefined}
      entries={links.flatMap((link) => entriesOf(parts, link))}
      onClose={onClose}
    />
  );
}
