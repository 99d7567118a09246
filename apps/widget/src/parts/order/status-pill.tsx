import type { ReactNode } from 'react';
import type { IconName } from '../../ui/icons/icon-names.ts';
import { Pill } from '../../ui/feedback/pill.tsx';

export type StatusTone = 'waiting' | 'act' | 'done' | 'failed';

const looks: Record<StatusTone, { tone: 'warn' | 'ok' | 'bad'; icon: IconName }> = {
  waiting: { tone: 'warn', icon: 'clock' },
  act: { tone: 'warn', icon: 'triangle-alert' },
  done: { tone: 'ok', icon: 'check' },
  failed: { tone: 'bad', icon: 'x' },
};

export interface StatusPillProps {
  tone: StatusTone;
  /** Announces changes: on for the one pill of an order's page, off in lists. */
  live?: boolean;
  children: ReactNode;
}

/** Each group of statuses has its own icon, so that colour is never the only signal. */
export function StatusPill({ tone, live = false, children }: StatusPillProps) {
  const look = looks[tone];
  return (
    <Pill tone={look.tone} icon={look.icon} live={live}>
      {children}
    </Pill>
  );
}
