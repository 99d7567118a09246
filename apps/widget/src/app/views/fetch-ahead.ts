import { savesData } from '../../lib/polling/browser-network.ts';
import type { AppParts } from '../app-parts.ts';
import { loadView } from './views.ts';

/** Screens of most orders (9-18, A-150). */
const frequentViews = ['auth', 'verification', 'address', 'order', 'confirmation'] as const;

/** Milliseconds after the start until frequent screens are fetched (9-18). */
export const preloadDelay = 6500;

/** What a pointer or the focus does on a button before it is pressed. */
const signs = ['pointerover', 'pointerdown', 'focusin'];

/**
 * Fetches the screens most orders need and the moves between them, when the page is idle, and before that what a button
 * opens that is about to be pressed. A key in an amount is no sign of a next step: two dozen files would come while a
 * person types.
 */
export function fetchAhead({ flow, router, runtime }: AppParts): () => void {
  const { session, texts } = runtime;
  /** What comes after the first screen, with all that it needs, at once. */
  function fetchNext(): Promise<unknown> {
    const view = loadView(session.tokens() ? 'verification' : 'auth');
    return Promise.all([import('../stepper/create-moves.ts'), view, texts.complete()]).then(flow.load, () => undefined);
  }
  async function fetchSteps(): Promise<void> {
    await fetchNext();
    for (const view of frequentViews) await loadView(view).catch(() => undefined);
  }
  function fetchPressed({ type, target }: Event): void {
    const button = target instanceof Element ? target.closest('button') : null;
    if (!button || (type !== 'pointerdown' && savesData())) return;
    if (button.type === 'submit' && router.current().name === 'order-stepper') void fetchNext();
    if (button.ariaHasPopup === null) return;
    const sheet = button.closest('header')
      ? import('../menu/app-menu.tsx')
      : import('../../features/exchange/picker/currency-picker.tsx');
    Promise.all([sheet, texts.complete()]).catch(() => undefined);
  }
  function fetchIdle(): void {
    if ('requestIdleCallback' in window) requestIdleCallback(() => void fetchSteps());
    else void fetchSteps();
  }
  const timer = savesData() ? undefined : setTimeout(fetchIdle, preloadDelay);
  for (const sign of signs) document.addEventListener(sign, fetchPressed, { passive: true });
  return () => {
    clearTimeout(timer);
    for (const sign of signs) document.removeEventListener(sign, fetchPressed);
  };
}

/**
 * The second press of a double click is for what took the first: on a step that was fetched ahead and is there at once,
 * it is an accident.
 */
export function ignoreSecondPresses(): () => void {
  let pressed: EventTarget | null;
  const judge = (event: MouseEvent) => {
    if (event.detail < 2) pressed = event.target;
    else if (pressed instanceof Node && !pressed.isConnected) {
      event.preventDefault();
      event.stopPropagation();
    }
  };
  addEventListener('click', judge, true);
  return () => removeEventListener('click', judge, true);
}
