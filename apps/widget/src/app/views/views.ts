import type { StepName } from '../stepper/steps.ts';
import type { RouteName } from '../routes.ts';
import { screenLoader, type ScreenLoader } from './screen-loader.ts';

/** Screens outside the first one, by the step or route that shows them. */
export const views = {
  auth: screenLoader(() => import('./auth-view.tsx')),
  verification: screenLoader(() => import('./verification-view.tsx')),
  address: screenLoader(() => import('./address-view.tsx')),
  confirmation: screenLoader(() => import('./confirmation-view.tsx')),
  order: screenLoader(() => import('./order-view.tsx')),
  settings: screenLoader(() => import('./settings-view.tsx')),
  companyChanges: screenLoader(() => import('./company-changes-view.tsx')),
  merchant: screenLoader(() => import('./merchant-view.tsx')),
  direct: screenLoader(() => import('./direct-view.tsx')),
  shut: screenLoader(() => import('./shut-view.tsx')),
  language: screenLoader(() => import('./language-view.tsx')),
} satisfies Record<string, ScreenLoader>;

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

const routeViews: Partial<Record<RouteName, ViewName>> = {
  auth: 'auth',
  'order-status': 'order',
  'verification-email': 'verification',
  'verification-phone': 'verification',
  'company-changes': 'companyChanges',
  language: 'language',
};

/** The screen of a route and, on the stepper, of its step. */
export function viewOf(route: RouteName, step: StepName): ViewName {
  if (route.startsWith('settings')) return 'settings';
  return (route === 'order-stepper' ? stepViews[step] : routeViews[route]) ?? 'exchange';
}

/** Screens that most orders need, fetched when the first one is idle (9-18, A-150). */
export const frequentViews = ['auth', 'verification', 'address', 'order'] as const;
