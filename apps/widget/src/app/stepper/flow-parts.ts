import type { ExchangeStore } from '../../features/exchange/exchange-store.ts';
import type { PriceSource } from '../../features/exchange/price-source.ts';
import type { Timers } from '../../lib/timing/timers.ts';
import type { Runtime } from '../../platform/runtime.ts';
import type { Account } from '../data/account.ts';
import type { Mode } from '../modes.ts';
import type { Router } from '../router/router.ts';
import type { StepperStore } from './stepper-store.ts';

/** What the steps of an order work with. */
export interface FlowParts {
  runtime: Runtime;
  router: Router;
  account: Account;
  exchange: ExchangeStore;
  stepper: StepperStore;
  prices: PriceSource;
  mode: Mode;
  timers?: Timers;
}
