import { useState } from 'react';
import { useStore } from 'zustand';
import { useAccount, useApp } from '../app-parts.ts';

/** The parts of both exchange steps: that of a client and that of a shop. */
export function useExchangeParts() {
  const { exchange, prices, flow, stepper } = useApp();
  const { client, config } = useAccount();
  // Of the stepper only what is shown here: a screen that is left is not to be drawn once more.
  const isCreating = useStore(stepper, (state) => state.isCreating);
  const stepErrors = useStore(stepper, (state) => state.errors);
  const [isMoving, setMoving] = useState(false);
  return {
    client,
    config,
    store: exchange,
    prices,
    isCreating,
    isMoving,
    stepErrors,
    onSubmit() {
      setMoving(true);
      void flow.submitExchange().finally(() => setMoving(false));
    },
  };
}
