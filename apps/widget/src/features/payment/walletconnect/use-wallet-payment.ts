import { useEffect, useEffectEvent, useState } from 'react';
import { browserStore } from '../../../lib/session/browser-store.ts';
import type { KeyValueStore } from '../../../lib/session/key-value-store.ts';
import type { EvmTransfer } from '../../../parts/deposit/address-card.tsx';
import { useRuntime } from '../../../platform/runtime.ts';
import { type WalletStep, payFromWallet } from './pay-from-wallet.ts';
import { WalletFault } from './wallet-fault.ts';

export interface WalletPaymentOptions {
  /** The relay, and the operator's project at it. */
  relay: { projectId: string; relayUrl: string };
  /** What has arrived so far, in smallest units. */
  received: bigint;
  transfer: EvmTransfer;
}

/** Starts by itself, but where the payment may have been sent before: then the person says so first. */
export function useWalletPayment({ relay, received, transfer }: WalletPaymentOptions) {
  const { log, boot } = useRuntime();
  const [asked] = useState(() => askedPayments(browserStore(window, 'localStorage')));
  const isOpen = (): boolean => asked.isOpen(transfer, received);
  const [round, setRound] = useState(() => (isOpen() ? 0 : 1));
  const [step, setStep] = useState<WalletStep>({ step: 'connecting' });
  const isOpenNow = useEffectEvent(isOpen);
  const read = useEffectEvent((isAgain: boolean) => {
    if (isAgain || !isOpen()) return transfer;
    // Another tab has asked a wallet since this one began.
    setRound(0);
    return undefined;
  });
  const onDoubt = useEffectEvent((mayBeSent: boolean) => asked.keep(transfer, mayBeSent ? received : undefined));
  const { projectId, relayUrl } = relay;
  const { chainId } = transfer;
  const name = boot.brand.name;
  useEffect(() => {
    if (round === 0) return undefined;
    const end = new AbortController();
    const isAgain = isOpenNow();
    const open = async () => {
      try {
        const { openPairing } = await import('./open-pairing.ts');
        return await openPairing({ projectId, relayUrl, chainId, name });
      } catch (error) {
        log.warn('Wallets cannot be connected', error);
        throw new WalletFault('away');
      }
    };
    const transferNow = () => read(isAgain);
    const { signal } = end;
    void payFromWallet({ open, chainId, transfer: transferNow, show: setStep, isAgain, onDoubt, signal });
    return () => end.abort();
  }, [round, log, projectId, relayUrl, chainId, name]);
  const start = (): void => setRound((last) => last + 1);
  return { step, isAgain: round === 0, start: () => (round === 0 || !isOpen() ? start() : setRound(0)) };
}

const key = 'causeway.asked';
/** Questions that are kept: older ones are over. */
const most = 20;

/**
 * The payments that a wallet was asked for and may have sent, for all tabs of this browser: address by address, and how
 * much will have arrived there once it has.
 */
export function askedPayments(store: KeyValueStore) {
  const read = () =>
    (store.get(key) ?? '')
      .split(' ')
      .map((row) => row.split('='))
      .filter(([, sum]) => sum !== undefined && /^\d+$/.test(sum));
  const nameOf = ({ chainId, token, address }: EvmTransfer) => `${chainId}:${token}:${address}`;
  return {
    /** Whether a wallet was asked to send this, and what it was asked for has not come. */
    isOpen(transfer: EvmTransfer, received: bigint): boolean {
      const row = read().find(([name]) => name === nameOf(transfer));
      return row !== undefined && received < BigInt(row[1] ?? '');
    },
    /** Keeps the question for a transfer where so much had arrived before it; takes it away without. */
    keep(transfer: EvmTransfer, received: bigint | undefined): void {
      const rows = read().filter(([name]) => name !== nameOf(transfer));
      if (received !== undefined) rows.unshift([nameOf(transfer), String(received + transfer.units)]);
      store.set(
        key,
        rows
          .slice(0, most)
          .map((row) => row.join('='))
          .join(' '),
      );
    },
  };
}
