import type { listPasskeys } from '@causeway/contract/calls/list-passkeys';
import type { AnswerOf } from '@causeway/contract/define-call';
import { dateText } from '../../lib/format/moment-text.ts';
import { useRuntime, useTexts } from '../../platform/runtime.ts';
import { IconButton } from '../../ui/buttons/icon-button.tsx';
import { ListRow } from '../../ui/layout/list-row.tsx';

export type Passkey = AnswerOf<typeof listPasskeys>['passkeys'][number];

export interface PasskeyRowProps {
  passkey: Passkey;
  onRename: () => void;
  onRemove: () => void;
}

export function PasskeyRow({ passkey, onRename, onRemove }: PasskeyRowProps) {
  const { texts } = useRuntime();
  const t = useTexts();
  const { name, createdAt, lastUsedAt, isSynced } = passkey;
  const day = (seconds: number) => dateText(seconds, texts.language());
  const facts = [
    lastUsedAt > 0
      ? t('tpl:settings:devices:seen', { day: day(lastUsedAt) })
      : t('tpl:settings:passkeys:added', { day: day(createdAt) }),
    ...(isSynced === 1 ? [t('tpl:settings:passkeys:synced')] : []),
  ];
  return (
    <ListRow
      icon="key-round"
      on
      title={name}
      text={facts.join(' · ')}
      end={
        <>
          <IconButton icon="pencil" label={t('tpl:settings:passkeys:rename', { name })} onClick={onRename} />
          <IconButton icon="trash-2" label={t('tpl:settings:passkeys:remove', { name })} onClick={onRemove} />
        </>
      }
    />
  );
}
