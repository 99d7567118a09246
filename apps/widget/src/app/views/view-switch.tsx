import {
  type ComponentType,
  Fragment,
  Suspense,
  memo,
  useEffect,
  useEffectEvent,
  useState,
  useSyncExternalStore,
} from 'react';
import { ExchangeScreen, type StepOptions } from '../../features/exchange/exchange-screen.tsx';
import { optionalPart } from '../../platform/late-part.tsx';
import { useRuntime, useTexts } from '../../platform/runtime.ts';
import { Button } from '../../ui/buttons/button.tsx';
import layout from '../../ui/layout/layout.module.css';
import { Callout } from '../../ui/feedback/callout.tsx';
import { type StepDirection, useStepSlide } from '../../ui/buttons/use-step-slide.ts';
import { useApp, useStepper } from '../app-parts.ts';
import { LoadingScreen } from './loading-screen.tsx';
import { useExchangeParts } from './use-exchange-parts.ts';
import { useHeadingFocus } from './use-heading-focus.ts';
import { type ViewName, fetchedView, loadView, viewOf } from './views.ts';

const SameAsLast = optionalPart(() => import('../again/same-as-last.tsx'));

export const FirstScreen = memo(function FirstScreen(props: StepOptions) {
  const parts = useExchangeParts();
  return (
    <>
      <ExchangeScreen {...parts} {...props} />
      <Suspense>{parts.client.isAuthorized === 1 && <SameAsLast />}</Suspense>
    </>
  );
});

/** Stands where a screen is not. */
export function LostScreen({ text = 'tpl:common:network', onAgain }: { text?: string; onAgain: () => void }) {
  const t = useTexts();
  return (
    <div className={layout.main}>
      <Callout>{t(text)}</Callout>
      <Button onClick={onAgain}>{t('tpl:common:try_again')}</Button>
    </div>
  );
}

function Screen({ screen: Shown, onAgain }: { screen: ShownView['screen']; onAgain: () => void }) {
  if (Shown === 'first') return <FirstScreen />;
  if (Shown === 'blank') return <div className={layout.main} />;
  if (Shown === 'loading') return <LoadingScreen />;
  if (Shown === 'failed') return <LostScreen onAgain={onAgain} />;
  return <Shown />;
}

/** The screen of the route and step, sliding in the direction of the move. */
export function ViewSwitch() {
  const { router } = useApp();
  const { step, direction } = useStepper();
  const route = useSyncExternalStore(router.subscribe, router.current, router.current);
  const wanted = route.isShut ? 'shut' : viewOf(route.name, step);
  const { shown, again } = useView(wanted, direction);
  useStepRecovery(shown, wanted);
  // Pages of one view, such as those of the settings, follow each other without a turn.
  useHeadingFocus(`${shown.turn} ${route.name}`);
  useStepSlide(() => document.querySelector('[data-popup-frame] > main'), shown.turn, shown.direction);
  return (
    <Fragment key={`${shown.name} ${shown.turn}`}>
      <Screen screen={shown.screen} onAgain={again} />
    </Fragment>
  );
}

/** Milliseconds after a step was set until its screen must be there (9-17, A-035). */
export const recoveryDelay = 5000;

/** Whether the screen of a step is missing: its name is unknown, or its code did not load. */
export function isStepLost({ name, screen }: Pick<ShownView, 'name' | 'screen'>, wanted: ShownView['name']): boolean {
  return name !== wanted || (typeof screen === 'string' && screen !== 'first');
}

/** A step that has no screen after a while falls back to the exchange (4.3-22, 4.3-23). */
function useStepRecovery(shown: ShownView, wanted: ShownView['name']): void {
  const { flow, router, runtime } = useApp();
  const { step } = useStepper();
  const recover = useEffectEvent(() => {
    if (router.current().name !== 'order-stepper' || !isStepLost(shown, wanted)) return;
    runtime.log.error('Order step is wrong', step);
    runtime.toasts.show({ kind: 'error', text: runtime.texts.t('tpl:common:network') });
    flow.open('exchange');
  });
  useEffect(() => {
    if (step === 'exchange') return undefined;
    const timer = setTimeout(recover, recoveryDelay);
    return () => clearTimeout(timer);
  }, [step]);
}

/** Milliseconds until a loading indicator shows, and until waiting counts as failed (9-27, A-149). */
export const loadingDelay = 550;
export const loadingTimeout = 9000;

interface ShownView {
  name: ViewName;
  /** Counts the arrivals, so that each slides in again. */
  turn: number;
  /** None where nothing was shown before. */
  direction: StepDirection | undefined;
  screen: ComponentType | 'first' | 'blank' | 'loading' | 'failed';
}

function arriveAt(next: Pick<ShownView, 'name' | 'screen' | 'direction'>): (last: ShownView) => ShownView {
  return (last) => {
    if (last.name === next.name && last.screen === next.screen) return last;
    return { ...next, direction: last.screen === 'blank' ? undefined : next.direction, turn: last.turn + 1 };
  };
}

/**
 * Follows the requested view: the one before stays until the next is there, a slow one shows that it loads, a lost one
 * that it failed.
 */
function useView(name: ViewName, direction: StepDirection): { shown: ShownView; again: () => void } {
  const { texts, log } = useRuntime();
  const [attempt, setAttempt] = useState(0);
  const [shown, setShown] = useState<ShownView>({
    name,
    turn: 0,
    direction: undefined,
    screen: name === 'exchange' ? 'first' : 'blank',
  });
  // What is there is drawn at once, and not the screen before for a second time.
  const there = name === 'exchange' ? 'first' : texts.version() > 0 ? fetchedView(name) : undefined;
  if (there && shown.name !== name) setShown(arriveAt({ name, screen: there, direction }));

  useEffect(() => {
    let isOver = false;
    const show = (screen: ShownView['screen']) => isOver || setShown(arriveAt({ name, screen, direction }));
    const fail = (error: unknown) => {
      if (!isOver) log.warn(`The screen ${name} could not be loaded`, error);
      show('failed');
      isOver = true;
    };
    if (name === 'exchange') return undefined;
    const slow = setTimeout(() => show('loading'), loadingDelay);
    const lost = setTimeout(() => fail(new Error('timeout')), loadingTimeout);
    Promise.all([loadView(name), texts.complete()])
      .then(([screen]) => {
        show(screen);
        isOver = true;
      }, fail)
      .finally(() => {
        clearTimeout(slow);
        clearTimeout(lost);
      })
      .catch(fail);
    return () => {
      isOver = true;
      clearTimeout(slow);
      clearTimeout(lost);
    };
  }, [name, direction, attempt, texts, log]);

  function again(): void {
    // Two failures with a connection: a deploy removed the old files, and reloading gets the new ones.
    if (attempt > 0 && navigator.onLine) location.reload();
    else setAttempt((count) => count + 1);
  }
  return { shown, again };
}
