import { type WidgetOptions, widgetOptions } from '../../features/exchange/rules/widget-options.ts';
import type { StepHeaderProps } from '../../parts/page/step-header.tsx';
import { useRuntime, useTexts } from '../../platform/runtime.ts';
import { type AppParts, useAccount, useApp } from '../app-parts.ts';
import { modeRow } from '../modes.ts';
import { backStep } from '../stepper/next-step.ts';
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

/** The history of the browser's tab, as far as steps need it. */
export interface StepHistory {
  /** Whether the open entry is one that a step has added. */
  isMarked: () => boolean;
  /** Adds one, with the URL that is there. */
  mark: () => void;
  back: () => void;
  /** @returns what ends the following */
  onPop: (listener: () => void) => () => void;
}

interface StepParts extends Pick<AppParts, 'stepper' | 'mode'> {
  router: Pick<AppParts['router'], 'current'>;
  flow: Pick<AppParts['flow'], 'back'>;
}

/**
 * The browser's Back, and the gesture of a phone, do what a step's arrow does: while there is a step to go back from,
 * the page has one more entry. Without such a step the entry is passed over.
 */
export function followBack(
  { stepper, router, flow, mode }: StepParts,
  history: StepHistory = browserSteps,
): () => void {
  const isOfSteps = () => router.current().name === 'order-stepper';
  const hasBack = () => backStep(stepper.getState().step, modeRow(mode).isMerchant) !== undefined;
  const keep = () => {
    if (!isOfSteps() || hasBack() === history.isMarked()) return;
    if (hasBack()) history.mark();
    else history.back();
  };
  const arrive = () => {
    if (!isOfSteps() || hasBack() === history.isMarked()) return;
    if (hasBack()) flow.back();
    else history.back();
  };
  keep();
  const unfollow = stepper.subscribe(({ step }, old) => step !== old.step && keep());
  const leave = history.onPop(arrive);
  return () => {
    unfollow();
    leave();
  };
}

const followed = new WeakSet<object>();

/** Follows for as long as the page lives, from the first step on: the parts that come late may be long in coming. */
export function keepBack(app: StepParts): void {
  if (followed.has(app.stepper)) return;
  followed.add(app.stepper);
  followBack(app);
}

const mark = 'step';

const browserSteps: StepHistory = {
  isMarked: () => window.history.state === mark,
  mark: () => window.history.pushState(mark, ''),
  back: () => window.history.back(),
  onPop(listener) {
    window.addEventListener('popstate', listener);
    return () => window.removeEventListener('popstate', listener);
  },
};
