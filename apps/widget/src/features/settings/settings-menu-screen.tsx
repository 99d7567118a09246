import { useTexts } from '../../platform/runtime.ts';
import { Card } from '../../ui/layout/card.tsx';
import type { IconName } from '../../ui/icons/icon-names.ts';
import layout from '../../ui/layout/layout.module.css';
import { ListRow } from '../../ui/layout/list-row.tsx';

export type SettingsPage =
  | '2fa'
  | 'passkeys'
  | 'email'
  | 'phone'
  | 'change-password'
  | 'devices'
  | 'subscription'
  | 'cards'
  | 'destinations'
  | 'data-export'
  | 'delete-account';

const pages: readonly (readonly [SettingsPage, IconName])[] = [
  ['2fa', 'shield-check'],
  ['passkeys', 'key-round'],
  ['email', 'mail'],
  ['phone', 'phone'],
  ['change-password', 'lock'],
  ['devices', 'smartphone'],
  ['subscription', 'bell'],
  ['cards', 'credit-card'],
  ['destinations', 'wallet'],
  ['data-export', 'arrow-down-to-line'],
  ['delete-account', 'trash-2'],
];

export interface SettingsMenuScreenProps {
  hrefOf: (page: SettingsPage) => string;
  onOpen: (page: SettingsPage) => void;
}

/** What can be set, a row each. */
export function SettingsMenuScreen({ hrefOf, onOpen }: SettingsMenuScreenProps) {
  const t = useTexts();
  return (
    <div className={layout.main}>
      <Card kind="flush">
        {pages.map(([page, icon]) => (
          <ListRow
            key={page}
            icon={icon}
            title={t(`tpl:settings:${page}:title`)}
            text={t(`tpl:settings:${page}:text`)}
            chevron
            href={hrefOf(page)}
            onPress={(event) => {
              if (event.metaKey || event.ctrlKey || event.shiftKey) return;
              event.preventDefault();
              onOpen(page);
            }}
          />
        ))}
      </Card>
    </div>
  );
}
