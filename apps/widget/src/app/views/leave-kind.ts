import type { WidgetOptions } from '../../features/exchange/rules/widget-options.ts';

/**
 * What a step's header begins with (A-127, 6-14): the cross where the page around asks for one, on the steps that lead
 * nowhere back and on all once the arrow is hidden; else the arrow.
 */
export function leaveKind(
  { hideBack, showClose }: Pick<WidgetOptions, 'hideBack' | 'showClose'>,
  isEnd: boolean,
): 'back' | 'close' | undefined {
  if (showClose && (hideBack || isEnd)) return 'close';
  return hideBack ? undefined : 'back';
}
