import type { StepName } from './stepper/steps.ts';

/** What a mode hides and allows (1-34 to 1-39); docs/modes.md shows the whole table. */
export interface ModeRow {
  hideHeader: boolean;
  hideFooter: boolean;
  hideOrderButtons: boolean;
  /** The page sells something: there is no sign-in, and the menu and the support button are those of a shop. */
  isMerchant: boolean;
  /** The step that the stepper begins with, and comes back to. */
  first: StepName;
  /** Patterns of reachable routes; all without the list. */
  routes?: readonly string[];
  /** Reachable steps. */
  steps: readonly StepName[];
}

const shown = {
  hideHeader: false,
  hideFooter: false,
  hideOrderButtons: false,
  isMerchant: false,
  first: 'exchange',
  steps: ['exchange', 'address', 'confirmation', 'auth', 'verification', 'status'],
} as const;

/** One row per mode. */
export const modes = {
  normal: shown,
  cabinet: { ...shown, hideHeader: true, hideFooter: true, hideOrderButtons: true },
  'cabinet-buy-sell': { ...shown, hideHeader: true, hideFooter: true },
  directBuy: {
    ...shown,
    hideHeader: true,
    hideOrderButtons: true,
    first: 'status',
    routes: ['order-stepper', 'order-status', 'verification*', 'auth'],
    steps: ['auth', 'verification', 'status'],
  },
  merchant: {
    ...shown,
    isMerchant: true,
    first: 'exchangeMerchant',
    routes: ['order-stepper', 'order-status', 'language', 'about', 'faq'],
    steps: ['exchangeMerchant', 'status'],
  },
} as const satisfies Record<string, ModeRow>;

export type Mode = keyof typeof modes;

export interface ModeSources {
  /** Option of the parent's SDK. */
  option?: string | undefined;
  /** URL parameter `swMode`. */
  swMode?: string | undefined;
  /** URL parameter `openPurchase`. */
  openPurchase?: string | undefined;
}

/** The mode of a page; an unknown value is ignored and logged. */
export function findMode({ option, swMode, openPurchase }: ModeSources, warn: (message: string) => void): Mode {
  for (const value of [option, swMode]) {
    if (value === undefined || value === '') continue;
    if (isMode(value)) return value;
    warn(`Unknown mode ${value}`);
  }
  return openPurchase === undefined ? 'normal' : 'directBuy';
}

export function modeRow(mode: Mode): ModeRow {
  return modes[mode];
}

function isMode(value: string): value is Mode {
  return value in modes;
}
