import type { EvmTransfer } from '../../../parts/deposit/address-card.tsx';
import { buildTransaction, toHex } from './evm-transaction.ts';
import { type WalletFaultKind, WalletFault, kindOf } from './wallet-fault.ts';

/** Where a payment is: what the page shows. */
export type WalletStep =
  | { step: 'connecting' | 'switching' | 'asking' | 'sent' }
  | { step: 'pairing'; uri: string }
  | { step: WalletFaultKind };

/** A wallet that a person has connected. */
export interface ConnectedWallet {
  /** Accounts with their chains, `eip155:1:0x…` (CAIP-10). */
  accounts: () => readonly string[];
  /** Whether the person lets this page ask for it. */
  can: (method: string) => boolean;
  /**
   * Listens for other accounts from now on. @returns what waits for them, and no longer than a relay may take: it is
   * called once the person has decided, however long that took.
   */
  listen: () => () => Promise<void>;
  /**
   * @param onSending called when the question leaves, after all that can stop it before
   * @throws what the wallet refused with: `code` and `message`
   */
  request: (chain: string, method: string, params: readonly unknown[], onSending?: () => void) => Promise<unknown>;
}

export interface WalletPairing {
  /** What a wallet scans or is opened by. */
  uri: string;
  approval: Promise<ConnectedWallet>;
  close: () => Promise<void>;
}

interface WalletPayment {
  open: () => Promise<WalletPairing>;
  chainId: number;
  /** What is still to be paid at the time that the wallet is asked. */
  transfer: () => EvmTransfer | undefined;
  show: (step: WalletStep) => void;
  /** A wallet was asked for this payment before, and has not said no. */
  isAgain: boolean;
  /** Whether the payment may have been sent: from the question on, until the only wallet that was asked says no. */
  onDoubt: (mayBeSent: boolean) => void;
  signal: AbortSignal;
}

/** Connects a wallet, asks it for one transaction and lets it go. Only what the chain shows is credited. */
export async function payFromWallet(payment: WalletPayment): Promise<void> {
  const { open, chainId, transfer, show, isAgain, onDoubt, signal } = payment;
  let pairing: WalletPairing | undefined;
  let isAsked = false;
  const onSending = (): void => {
    isAsked = true;
    onDoubt(true);
  };
  const showStep = (step: WalletStep): void => {
    if (!signal.aborted) show(step);
  };
  const close = (): void => void pairing?.close().catch(() => undefined);
  try {
    showStep({ step: 'connecting' });
    pairing = await open();
    if (signal.aborted) return;
    signal.addEventListener('abort', close);
    showStep({ step: 'pairing', uri: pairing.uri });
    const wallet = await pairing.approval;
    if (!wallet.can('eth_sendTransaction')) throw new WalletFault('unable');
    const from = await findAccount(wallet, chainId, showStep);
    const asked = transfer();
    if (signal.aborted || asked === undefined) return;
    const transaction = { from, ...buildTransaction(asked) };
    showStep({ step: 'asking' });
    await wallet.request(`eip155:${chainId}`, 'eth_sendTransaction', [transaction], onSending);
    showStep({ step: 'sent' });
  } catch (error) {
    const kind = kindOf(error, isAsked);
    if (isAsked && !isAgain && (kind === 'refused' || kind === 'wrong_chain')) onDoubt(false);
    showStep({ step: isAgain && kind === 'refused' ? 'refused_again' : kind });
  } finally {
    signal.removeEventListener('abort', close);
    close();
  }
}

/** The wallet's account on the chain of the payment. It is asked to go there where it is on another one. */
async function findAccount(wallet: ConnectedWallet, chainId: number, show: WalletPayment['show']): Promise<string> {
  const read = (): string | undefined =>
    wallet
      .accounts()
      .map((account) => account.split(':'))
      .find(([, chain]) => chain === String(chainId))?.[2];
  const [, other] = wallet.accounts()[0]?.split(':') ?? [];
  if (read() === undefined && other !== undefined && wallet.can('wallet_switchEthereumChain')) {
    show({ step: 'switching' });
    const waitForAccounts = wallet.listen();
    await wallet.request(`eip155:${other}`, 'wallet_switchEthereumChain', [{ chainId: toHex(chainId) }]);
    if (read() === undefined) await waitForAccounts();
  }
  const found = read();
  if (found === undefined) throw new WalletFault('wrong_chain');
  return found;
}
