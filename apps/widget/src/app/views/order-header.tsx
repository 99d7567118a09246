import type { ReactNode } from 'react';
import { StepHeader } from '../../parts/step-header.tsx';
import { useTexts } from '../../shell/runtime.ts';
import { useApp } from '../app-parts.ts';
import { modeRow } from '../modes.ts';
import { useLeaveOrder } from './use-leave-order.ts';

/** The heading of an order's page, with the way back where the mode has one. */
export function OrderHeader({ title, children }: { title?: string; children?: ReactNode }) {
  const { mode } = useApp();
  const t = useTexts();
  const onLeave = useLeaveOrder();
  const leave = { kind: 'back', label: t('tpl:common:back'), onLeave } as const;
  return (
    <StepHeader title={title ?? t('tpl:order:title')} leave={modeRow(mode).hideOrderButtons ? undefined : leave}>
      {children}
    </StepHeader>
  );
}
