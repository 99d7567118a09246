import { useEffect, useEffectEvent, useState } from 'react';
import type { EvmTransfer } from '../../../parts/deposit/address-card.tsx';
import { useRuntime } from '../../../platform/runtime.ts';
import { type WalletStep, WalletFault, payFromWallet } from './pay-from-wallet.ts';

export interface WalletPaymentOptions {
  /** The relay, and the operator's project at it. */
  relay: { projectId: string; relayUrl: string };
  niceId: string;
  transfer: EvmTransfer;
}

/** Starts by itself, but where the payment may have been sent before: then the person says so first. */
export function useWalletPayment({ relay, niceId, transfer }: WalletPaymentOptions) {
  const { tab, log, boot } = useRuntime();
  const key = `causeway.asked.${niceId}`;
  const [round, setRound] = useState(() => (tab.get(key) === undefined ? 1 : 0));
  const [step, setStep] = useState<WalletStep>({ step: 'connecting' });
  const read = useEffectEvent(() => transfer);
  const { projectId, relayUrl } = relay;
  const { chainId } = transfer;
  const name = boot.brand.name;
  useEffect(() => {
    if (round === 0) return undefined;
    const end = new AbortController();
    const wasAsked = tab.get(key) !== undefined;
    const open = async () => {
      try {
        const { openPairing } = await import('./open-pairing.ts');
        return await openPairing({ projectId, relayUrl, chainId, name });
      } catch (error) {
        log.warn('Wallets cannot be connected', error);
        throw new WalletFault('away');
      }
    };
    const onDoubt = (mayBeSent: boolean): void => {
      if (mayBeSent) tab.set(key, '1');
      else if (!wasAsked) tab.remove(key);
    };
    void payFromWallet({ open, chainId, transfer: read, show: setStep, onDoubt, signal: end.signal });
    return () => end.abort();
  }, [round, key, tab, log, projectId, relayUrl, chainId, name]);
  const start = (): void => setRound((last) => last + 1);
  return {
    step,
    isAgain: round === 0,
    start: () => (tab.get(key) === undefined || round === 0 ? start() : setRound(0)),
  };
}
