import type { listSessions } from '@causeway/contract/calls/list-sessions';
import type { AnswerOf } from '@causeway/contract/define-call';
import { dateText } from '../../lib/format/moment-text.ts';
import { useRuntime, useTexts } from '../../platform/runtime.ts';
import { ListRow } from '../../ui/layout/list-row.tsx';
import { Pill } from '../../ui/feedback/pill.tsx';
import { QuietButton } from '../../ui/buttons/quiet-button.tsx';

export type DeviceSession = AnswerOf<typeof listSessions>['sessions'][number];

export interface DeviceRowProps {
  session: DeviceSession;
  isBusy: boolean;
  /** Signs out there; absent for this device and for what has ended. */
  onEnd: (() => void) | undefined;
}

const desktops: ReadonlySet<string> = new Set(['Windows', 'macOS', 'Linux']);

export function DeviceRow({ session, isBusy, onEnd }: DeviceRowProps) {
  const { texts } = useRuntime();
  const t = useTexts();
  const name = [session.deviceName, session.platform].filter((part) => part !== '').join(', ');
  const day = (seconds: number) => dateText(seconds, texts.language());
  const isEnded = session.endedAt > 0;
  const about = isEnded
    ? t(`tpl:settings:devices:${session.endReason}`, { day: day(session.endedAt) })
    : t('tpl:settings:devices:seen', { day: day(session.lastSeenAt) });
  const title = name === '' ? t('tpl:settings:devices:unknown') : name;
  return (
    <ListRow
      icon={desktops.has(session.platform) ? 'monitor' : 'smartphone'}
      on={session.isCurrent === 1}
      title={title}
      text={about}
      end={
        session.isCurrent === 1 ? (
          <Pill tone="ok">{t('tpl:settings:devices:this')}</Pill>
        ) : (
          onEnd && (
            <QuietButton
              small
              look="line"
              busy={isBusy}
              aria-label={t('tpl:settings:devices:end_label', { device: title })}
              onClick={onEnd}
            >
              {t('tpl:settings:devices:end')}
            </QuietButton>
          )
        )
      }
    />
  );
}
