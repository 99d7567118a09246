import type { AppParts } from '../app-parts.ts';
import { modeRow } from '../modes.ts';
import type { RouteName } from '../routes.ts';
import { backStep } from '../stepper/next-step.ts';

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
export function followLeaving(app: AppParts): void {
  if (followed.has(app.stepper)) return;
  followed.add(app.stepper);
  followBack(app);
  followRoutes(app);
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

/** What leaving the order page does (2.2-11, 4.3-19). */
export function followRoutes({ runtime, router, account, stepper }: AppParts): void {
  let last = router.current().name;
  router.subscribe(() => {
    const { name } = router.current();
    const isLeft = last === 'order-status' && name !== 'order-status';
    last = name;
    if (!isLeft) return;
    if (!isOrderKeptOnLeave(name)) stepper.setState({ order: undefined });
    account.refreshConfig().catch((error: unknown) => runtime.log.warn('The config could not be read', error));
  });
}

/** Whether leaving the order page for a route keeps the order (2.2-11). */
function isOrderKeptOnLeave(to: RouteName): boolean {
  return to === 'transactions' || to === 'order-stepper' || to.startsWith('verification');
}
