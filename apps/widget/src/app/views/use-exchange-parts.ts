import { useState } from 'react';
import { useAccount, useApp, useStepper } from '../app-parts.ts';

/** The parts of both exchange steps: that of a client and that of a shop. */
export function useExchangeParts() {
  const { exchange, prices, flow } = useApp();
  const { client, config } = useAccount();
  const { isCreating, errors } = useStepper();
  const [isMoving, setMoving] = useState(false);
  return {
    client,
    config,
    store: exchange,
    prices,
    isCreating,
    isMoving,
    stepErrors: errors,
    onSubmit() {
      setMoving(true);
      void flow.submitExchange().finally(() => setMoving(false));
    },
  };
}
