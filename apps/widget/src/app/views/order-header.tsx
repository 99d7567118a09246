import type { ReactNode } from 'react';
import { widgetOptions } from '../../features/exchange/rules/widget-options.ts';
import { StepHeader } from '../../parts/step-header.tsx';
import { useTexts } from '../../shell/runtime.ts';
import { useAccount, useApp } from '../app-parts.ts';
import { modeRow } from '../modes.ts';
import { useLeaveOrder } from './use-leave-order.ts';

/** The heading of an order's page, with the way back where the mode has one. */
export function OrderHeader({ title, children }: { title?: string; children?: ReactNode }) {
  const { mode } = useApp();
  const t = useTexts();
  const onLeave = useLeaveOrder();
  const { hideBack } = widgetOptions(useAccount().config.swConfig.widgetParams);
  const isHidden = hideBack || modeRow(mode).hideOrderButtons;
  const leave = { kind: 'back', label: t('tpl:common:back'), onLeave } as const;
  return (
    <StepHeader title={title ?? t('tpl:order:title')} leave={isHidden ? undefined : leave}>
      {children}
    </StepHeader>
  );
}
