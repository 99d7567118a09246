import type { StepName } from '../stepper/steps.ts';
import { routeOf, type RouteName, type RouteView } from '../routes.ts';
import type { ComponentType } from 'react';

/** Screens outside the first one, by the step or route that shows them. */
export const views = {
  auth: screenLoader(() => import('./auth-view.tsx')),
  verification: screenLoader(() => import('./verification-view.tsx')),
  address: screenLoader(() => import('./address-view.tsx')),
  confirmation: screenLoader(() => import('./confirmation-view.tsx')),
  order: screenLoader(() => import('./order-view.tsx')),
  settings: screenLoader(() => import('./settings-view.tsx')),
  company: screenLoader(() => import('./company-changes-view.tsx')),
  merchant: screenLoader(() => import('./merchant-view.tsx')),
  direct: screenLoader(() => import('./direct-view.tsx')),
  shut: screenLoader(() => import('./shut-view.tsx')),
  transactions: screenLoader(() => import('./transactions-view.tsx')),
  home: screenLoader(() => import('./home-view.tsx')),
  language: screenLoader(() => import('./language-view.tsx')),
} satisfies Record<Exclude<RouteView, 'exchange'>, ScreenLoader> & Record<string, ScreenLoader>;

export type ViewName = 'exchange' | keyof typeof views;

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

/** Screens that most orders need, fetched when the first one is idle (9-18, A-150). */
const frequentViews = ['auth', 'verification', 'address', 'order'] as const;

/** A screen in a chunk of its own. */
interface ScreenLoader {
  /** The screen when it is there already. */
  ready: () => ComponentType | undefined;
  /** Fetches it; a failed fetch is made again at the next call. */
  load: () => Promise<ComponentType>;
}

function screenLoader(fetch: () => Promise<{ default: ComponentType }>): ScreenLoader {
  let screen: ComponentType | undefined;
  let pending: Promise<ComponentType> | undefined;
  async function start(): Promise<ComponentType> {
    try {
      screen = (await fetch()).default;
      return screen;
    } catch (error) {
      pending = undefined;
      throw error;
    }
  }
  return {
    ready: () => screen,
    load: () => (pending ??= start()),
  };
}

/** Milliseconds after the start until frequent screens are fetched (9-18). */
export const preloadDelay = 6500;

/**
 * Fetches the screens most orders need and the moves between them, when the page is idle, or at the first touch of it.
 */
export function preloadViews(loadMoves: () => Promise<unknown>): void {
  const load = () => {
    void loadMoves();
    for (const name of frequentViews) views[name].load().catch(() => undefined);
  };
  const idle = () => ('requestIdleCallback' in window ? requestIdleCallback(load) : load());
  setTimeout(idle, preloadDelay);
  for (const intent of ['pointerdown', 'keydown']) window.addEventListener(intent, idle, { once: true, passive: true });
}
