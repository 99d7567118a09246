import type { ReactNode } from 'react';
import { StepHeader } from '../../parts/page/step-header.tsx';
import { useTexts } from '../../platform/runtime.ts';
import { useApp } from '../app-parts.ts';
import { modeRow } from '../modes.ts';
import { useLeave, useLeaveOrder } from './use-leave.ts';

/** The heading of an order's page, with a button that leaves it where the mode has one. */
export function OrderHeader({ title, children }: { title?: string; children?: ReactNode }) {
  const { mode } = useApp();
  const t = useTexts();
  const leave = useLeave(useOrderBack(), true);
  const isHidden = leave?.kind === 'back' && modeRow(mode).hideOrderButtons;
  return (
    <StepHeader title={title ?? t('tpl:order:title')} leave={isHidden ? undefined : leave}>
      {children}
    </StepHeader>
  );
}

/** Back to the list that the order was opened from, else away from it. */
function useOrderBack(): () => void {
  const { router } = useApp();
  const leave = useLeaveOrder();
  const from = router.previous()?.name;
  return from === 'transactions' || from === 'partner-transactions' ? () => router.navigate(from) : leave;
}
