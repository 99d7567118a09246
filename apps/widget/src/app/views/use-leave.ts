import { type WidgetOptions, widgetOptions } from '../../features/exchange/rules/widget-options.ts';
import type { StepHeaderProps } from '../../parts/page/step-header.tsx';
import { useRuntime, useTexts } from '../../platform/runtime.ts';
import { type AppParts, useAccount, useApp } from '../app-parts.ts';
import type { Frame } from '../../platform/frame.ts';

/**
 * The arrow or the close button at the beginning of a step's header. @param isEnd no step comes before, as for
 * `status`
 */
export function useLeave(onBack: () => void, isEnd = false): StepHeaderProps['leave'] {
  const t = useTexts();
  const { frame } = useRuntime();
  const kind = leaveKind(widgetOptions(useAccount().config.swConfig.widgetParams), isEnd);
  if (kind === 'back') return { kind, label: t('tpl:common:back'), onLeave: onBack };
  return kind && { kind, label: t('tpl:common:close'), onLeave: () => closeWidget(frame, window) };
}

/**
 * The first control of a step's header (A-127, 6-14): the close button where the page around requests one, on the steps
 * without a step before and on all once the arrow is hidden; else the arrow.
 */
export function leaveKind(
  { hideBack, showClose }: Pick<WidgetOptions, 'hideBack' | 'showClose'>,
  isEnd: boolean,
): 'back' | 'close' | undefined {
  if (showClose && (hideBack || isEnd)) return 'close';
  return hideBack ? undefined : 'back';
}

/** Leaves an order for the exchange. */
export function useLeaveOrder(): () => void {
  const { router, flow } = useApp();
  return () => {
    router.navigate('order-stepper');
    flow.open('exchange');
  };
}

type Navigation = Pick<AppParts['router'], 'current' | 'navigate'>;

/** Back from a setting that was saved, for a client who has not opened another page meanwhile. */
export function leaveSaved({ current, navigate }: Navigation, page: string, options = {}): void {
  if (current().name === `settings-${page}`) navigate('settings', {}, {}, options);
}

/** A frame is closed by the page around it, a window of its own closes itself. */
export function closeWidget(frame: Pick<Frame, 'isFramed' | 'post'>, window: Pick<Window, 'close'>): void {
  if (frame.isFramed) frame.post('close', {});
  else window.close();
}
