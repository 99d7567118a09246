import { useEffect, useState, type ComponentType } from 'react';
import { useRuntime } from '../../platform/runtime.ts';
import { slideStep } from '../../ui/buttons/step-switch.tsx';
import { type ViewName, views } from './views.ts';

/** Milliseconds until a loading indicator shows, and until waiting counts as failed (9-27, A-149). */
export const loadingDelay = 550;
export const loadingTimeout = 9000;

export interface ShownView {
  name: ViewName;
  /** Counts the arrivals, so that each slides in again. */
  turn: number;
  screen: ComponentType | 'first' | 'blank' | 'loading' | 'failed';
}

/**
 * Follows the requested view: the one before stays until the next is there, a slow one shows that it loads, a lost one
 * that it failed.
 */
export function useView(name: ViewName, direction: 'forward' | 'back'): { shown: ShownView; again: () => void } {
  const { texts, log } = useRuntime();
  const [attempt, setAttempt] = useState(0);
  const [shown, setShown] = useState<ShownView>({
    name,
    turn: 0,
    screen: name === 'exchange' ? 'first' : 'blank',
  });

  useEffect(() => {
    let isOver = false;
    const show = (screen: ShownView['screen']) => {
      if (isOver) return;
      slideStep(direction, () =>
        setShown((last) =>
          last.name === name && last.screen === screen ? last : { name, screen, turn: last.turn + 1 },
        ),
      );
    };
    const fail = (error: unknown) => {
      if (!isOver) log.warn(`The screen ${name} could not be loaded`, error);
      show('failed');
      isOver = true;
    };
    if (name === 'exchange') {
      show('first');
      return undefined;
    }
    const slow = setTimeout(() => show('loading'), loadingDelay);
    const lost = setTimeout(() => fail(new Error('timeout')), loadingTimeout);
    const view = views[name];
    Promise.all([view.load(), texts.complete()])
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
