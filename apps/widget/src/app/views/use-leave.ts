import { widgetOptions } from '../../features/exchange/rules/widget-options.ts';
import type { StepHeaderProps } from '../../parts/step-header.tsx';
import { useRuntime, useTexts } from '../../platform/runtime.ts';
import { closeWidget } from '../close-widget.ts';
import { useAccount } from '../app-parts.ts';
import { leaveKind } from './leave-kind.ts';

/** The arrow or the cross at the beginning of a step's header. @param isEnd the step leads nowhere back, as `status` */
export function useLeave(onBack: () => void, isEnd = false): StepHeaderProps['leave'] {
  const t = useTexts();
  const { frame } = useRuntime();
  const kind = leaveKind(widgetOptions(useAccount().config.swConfig.widgetParams), isEnd);
  if (kind === 'back') return { kind, label: t('tpl:common:back'), onLeave: onBack };
  return kind && { kind, label: t('tpl:common:close'), onLeave: () => closeWidget(frame, window) };
}
