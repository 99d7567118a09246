import { frequentViews, views } from './views.ts';

/** Milliseconds after the start until frequent screens are fetched (9-18). */
export const preloadDelay = 6500;

/** Fetches the screens most orders need and what moves between them, when the page is idle, or at the first touch of it. */
export function preloadViews(loadMoves: () => Promise<unknown>): void {
  const load = () => {
    void loadMoves();
    for (const name of frequentViews) views[name].load().catch(() => undefined);
  };
  const idle = () => ('requestIdleCallback' in window ? requestIdleCallback(load) : load());
  setTimeout(idle, preloadDelay);
  for (const intent of ['pointerdown', 'keydown']) window.addEventListener(intent, idle, { once: true, passive: true });
}
