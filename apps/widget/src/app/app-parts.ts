import { createContext, useContext } from 'react';
import { useStore } from 'zustand';
import type { ExchangeStore } from '../features/exchange/exchange-store.ts';
import type { PriceSource } from '../features/exchange/price-source.ts';
import type { Runtime } from '../platform/runtime.ts';
import type { Account, AccountState } from './data/account.ts';
import type { Mode } from './modes.ts';
import type { Router } from './router/router.ts';
import type { Flow } from './stepper/flow.ts';
import type { StepperState, StepperStore } from './stepper/stepper-store.ts';

/** The objects that join the features: one of each per page. */
export interface AppParts {
  runtime: Runtime;
  router: Router;
  account: Account;
  exchange: ExchangeStore;
  stepper: StepperStore;
  prices: PriceSource;
  flow: Flow;
  mode: Mode;
  /** Whether a feature is on here (6-15). */
  isFlagOn: (flag: string) => boolean;
  logOut: () => Promise<void>;
}

export const AppContext = createContext<AppParts | undefined>(undefined);

export function useApp(): AppParts {
  const parts = useContext(AppContext);
  if (!parts) throw new Error('The application is not started.');
  return parts;
}

export function useAccount(): AccountState {
  return useStore(useApp().account.store);
}

export function useStepper(): StepperState {
  return useStore(useApp().stepper);
}
