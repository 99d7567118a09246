import type { ComponentType } from 'react';

type Fetch = () => Promise<{ default: ComponentType }>;

/** Screens that few visits open: how to fetch each is a file of its own, so that the first screen does not carry it. */
export const laterViews = {
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
