import { useRef, useState } from 'react';
import { useStore } from 'zustand';
import { useAccount, useApp } from '../app-parts.ts';

/** Milliseconds until a press shows that its step is still loading: one that is there needs no drawing before it. */
const busyDelay = 100;

/** The parts of both exchange steps: that of a client and that of a shop. */
export function useExchangeParts() {
  const { exchange, prices, flow, stepper, runtime } = useApp();
  const { client, config } = useAccount();
  // Of the stepper only what is shown here: a screen that is left is not to be drawn once more.
  const isCreating = useStore(stepper, (state) => state.isCreating);
  const stepErrors = useStore(stepper, (state) => state.errors);
  const [isMoving, setMoving] = useState(false);
  const pressed = useRef<ReturnType<typeof setTimeout>>(undefined);
  return {
    client,
    config,
    store: exchange,
    prices,
    isCreating,
    isMoving,
    stepErrors,
    isWithdrawalOpen: config.features['new_widget_withdrawal'] === 1 || Boolean(runtime.boot.brand.clientUrl),
    onSubmit() {
      if (pressed.current !== undefined) return;
      pressed.current = setTimeout(setMoving, busyDelay, true);
      void flow.submitExchange().finally(() => {
        clearTimeout(pressed.current);
        pressed.current = undefined;
        setMoving(false);
      });
    },
  };
}
