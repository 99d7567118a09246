import { useAccount, useApp, useStepper } from '../app-parts.ts';

/** What both exchange steps work with: that of a client and that of a shop. */
export function useExchangeParts() {
  const { exchange, prices, flow } = useApp();
  const { client, config } = useAccount();
  const { isCreating, errors } = useStepper();
  return {
    client,
    config,
    store: exchange,
    prices,
    isCreating,
    stepErrors: errors,
    onSubmit: () => void flow.submitExchange(),
  };
}
