import type { ComponentType } from 'react';

type Fetch = () => Promise<{ default: ComponentType }>;

/** Screens that no first press opens: how to fetch each is a file of its own, which the first screen does not carry. */
export const laterViews = {
  verification: () => import('../views/verification-view.tsx'),
  confirmation: () => import('../views/confirmation-view.tsx'),
  settings: () => import('../views/settings-view.tsx'),
  company: () => import('../views/company-changes-view.tsx'),
  merchant: () => import('../views/merchant-view.tsx'),
  direct: () => import('../views/direct-view.tsx'),
  shut: () => import('../views/shut-view.tsx'),
  transactions: () => import('../views/transactions-view.tsx'),
  home: () => import('../views/home-view.tsx'),
  language: () => import('../views/language-view.tsx'),
  faq: () => import('./faq-view.tsx'),
  withdrawal: () => import('./withdrawal-view.tsx'),
  deposit: () => import('./deposit-view.tsx'),
  operations: () => import('./operations-view.tsx'),
  affiliate: () => import('./affiliate-view.tsx'),
  discount: () => import('./discount-view.tsx'),
  notifications: () => import('./notifications-view.tsx'),
  about: () => import('./about-view.tsx'),
} satisfies Record<string, Fetch>;

/** @throws Error for a screen that is not among them */
export function fetchLaterView(name: string): ReturnType<Fetch> {
  const later: Partial<Record<string, Fetch>> = laterViews;
  return later[name]?.() ?? Promise.reject(new Error(`No screen ${name}`));
}
