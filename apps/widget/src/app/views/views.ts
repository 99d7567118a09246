import type { StepName } from '../stepper/steps.ts';
import { routeOf, type RouteName } from '../routes.ts';
import type { ComponentType } from 'react';
import type { laterViews } from '../cabinet/later-views.ts';

/** Screens by the step or route that shows them. */
const views: Partial<Record<ViewName, ScreenLoader>> = {
  auth: screenLoader(() => import('./auth-view.tsx')),
  address: screenLoader(() => import('./address-view.tsx')),
  order: screenLoader(() => import('./order-view.tsx')),
};

type LaterView = keyof typeof laterViews;
export type ViewName = 'exchange' | 'auth' | 'address' | 'order' | LaterView;

/** A screen that was fetched before. */
export function fetchedView(name: ViewName): ComponentType | undefined {
  return views[name]?.screen;
}

/** Fetches a screen. */
export function loadView(name: ViewName): Promise<ComponentType> {
  views[name] ??= screenLoader(async () => (await import('../cabinet/later-views.ts')).fetchLaterView(name));
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
  const { view } = routeOf(route);
  return route === 'order-stepper' ? (stepViews[step] ?? view) : view;
}

type ScreenFetch = () => Promise<{ default: ComponentType }>;

/** A screen in a chunk of its own. */
interface ScreenLoader {
  /** Fetches it; a failed fetch is made again at the next call. */
  load: () => Promise<ComponentType>;
  /** Once it is there. */
  screen?: ComponentType;
}

function screenLoader(fetch: ScreenFetch): ScreenLoader {
  let pending: Promise<ComponentType> | undefined;
  const loader: ScreenLoader = { load: () => (pending ??= start()) };
  async function start(): Promise<ComponentType> {
    try {
      return (loader.screen = (await fetch()).default);
    } catch (error) {
      pending = undefined;
      throw error;
    }
  }
  return loader;
}
