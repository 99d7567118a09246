import type { ErrorItem } from '@causeway/contract/errors/error-item';
import type { Confirmation } from '@causeway/contract/shapes/confirmation';
import type { Order } from '@causeway/contract/shapes/order';
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { StepName } from './steps.ts';

export interface StepperState {
  step: StepName;
  direction: 'forward' | 'back';
  /** A payment was started before the sign-in (4.4-07). */
  isContinuing: boolean;
  /** An order is being created; it stays on for 1 s after the answer. */
  isCreating: boolean;
  errors: readonly ErrorItem[];
  order: Order | undefined;
  /** The order was created in this page's life and its payment was not opened yet. */
  isFresh: boolean;
  /** A code that approves the order was sent (3-41). */
  confirmation: Confirmation | undefined;
}

export type StepperStore = StoreApi<StepperState>;

/** @param first the step that the page's mode begins with */
export function createStepperStore(first: StepName = 'exchange'): StepperStore {
  return createStore<StepperState>()(() => ({
    step: first,
    direction: 'forward',
    isContinuing: false,
    isCreating: false,
    errors: [],
    order: undefined,
    isFresh: false,
    confirmation: undefined,
  }));
}
