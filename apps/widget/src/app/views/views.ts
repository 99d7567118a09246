import type { StepName } from '../stepper/steps.ts';
import { routeOf, type RouteName } from '../routes.ts';
import type { ComponentType } from 'react';
import type { laterViews } from '../cabinet/later-views.ts';

/** Screens of most orders, fetched when the first one is idle (9-18, A-150). */
const frequentViews = {
  auth: screenLoader(() => import('./auth-view.tsx')),
  verification: screenLoader(() => import('./verification-view.tsx')),
  address: screenLoader(() => import('./address-view.tsx')),
  order: screenLoader(() => import('./order-view.tsx')),
};

/** Screens by the step or route that shows them. */
const views: Partial<Record<ViewName, ScreenLoader>> = {
  ...frequentViews,
  confirmation: screenLoader(() => import('./confirmation-view.tsx')),
};

type LaterView = keyof typeof laterViews;
export type ViewName = 'exchange' | 'confirmation' | keyof typeof frequentViews | LaterView;

/** Fetches a screen; one that was fetched is there at once. */
export function loadView(name: ViewName): Promise<ComponentType> {
  views[name] ??= screenLoader(async () => {
    const later: Partial<Record<ViewName, ScreenFetch>> = (await import('../cabinet/later-views.ts')).laterViews;
    return later[name]?.() ?? Promise.reject(new Error(`No screen ${name}`));
  });
  return views[name].load();
}

const stepViews: Partial<Record<StepName, ViewName>> = {
  exchange: 'exchange',
  exchangeMerchant: 'merchant',
  auth: 'auth',
  verification: 'verification',
  address: 'address',
  confirmation: 'confirmation',
  status: 'direct',
};

/** The screen of a route, on the stepper that of its step. */
export function viewOf(route: RouteName, step: StepName): ViewName {
  const { view = 'exchange' } = routeOf(route);
  return route === 'order-stepper' ? (stepViews[step] ?? view) : view;
}

type ScreenFetch = () => Promise<{ default: ComponentType }>;

/** A screen in a chunk of its own. */
interface ScreenLoader {
  /** Fetches it; a failed fetch is made again at the next call. */
  load: () => Promise<ComponentType>;
}

function screenLoader(fetch: ScreenFetch): ScreenLoader {
  let pending: Promise<ComponentType> | undefined;
  async function start(): Promise<ComponentType> {
    try {
      return (await fetch()).default;
    } catch (error) {
      pending = undefined;
      throw error;
    }
  }
  return { load: () => (pending ??= start()) };
}

/** Milliseconds after the start until frequent screens are fetched (9-18). */
export const preloadDelay = 6500;

/**
 * Fetches the screens most orders need and the moves between them, when the page is idle, or at the first press on it.
 * A key in an amount is no sign of a next step: two dozen files would come while a person types. Nor is a press in the
 * header, whose menu or form would wait behind those files; for the same reason the screens come one after the other.
 */
export function preloadViews(loadMoves: () => Promise<unknown>): void {
  const load = async () => {
    void loadMoves();
    for (const view of Object.values(frequentViews)) await view.load().catch(() => undefined);
  };
  const idle = () => ('requestIdleCallback' in window ? requestIdleCallback(() => void load()) : void load());
  setTimeout(idle, preloadDelay);
  document.querySelector('main')?.addEventListener('pointerdown', idle, { once: true, passive: true });
}
