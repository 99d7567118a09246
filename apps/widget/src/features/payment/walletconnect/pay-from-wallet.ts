import type { EvmTransfer } from '../../../parts/deposit/address-card.tsx';
import { buildTransaction, toHex } from './evm-transaction.ts';

/** Why a payment out of a wallet went no further. */
export type WalletFaultKind = 'refused' | 'wrong_chain' | 'expired' | 'away' | 'failed';

export class WalletFault extends Error {
  override readonly name = 'WalletFault';
  readonly kind: WalletFaultKind;
  constructor(kind: WalletFaultKind) {
    super(`The payment out of a wallet stopped: ${kind}.`);
    this.kind = kind;
  }
}

/** Where a payment is: what the page shows. */
export type WalletStep =
  | { step: 'connecting' | 'switching' | 'asking' | 'sent' }
  | { step: 'pairing'; uri: string }
  | { step: WalletFaultKind };

/** A wallet that a person has connected. */
export interface ConnectedWallet {
  /** Accounts with their chains, `eip155:1:0x…` (CAIP-10). */
  accounts: () => readonly string[];
  canSwitch: () => boolean;
  /**
   * Listens for other accounts from now on. @returns what waits for them, and no longer than a relay may take: it is
   * called once the person has decided, however long that took.
   */
  listen: () => () => Promise<void>;
  /** @throws what the wallet refused with: `code` and `message` */
  request: (chain: string, method: string, params: readonly unknown[]) => Promise<unknown>;
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
  /** Whether the payment may have been sent: from the question on, until the wallet says no. */
  onDoubt: (mayBeSent: boolean) => void;
  signal: AbortSignal;
}

/** Connects a wallet, asks it for one transaction and lets it go. Only what the chain shows is credited. */
export async function payFromWallet({ open, chainId, transfer, show, onDoubt, signal }: WalletPayment): Promise<void> {
  let pairing: WalletPairing | undefined;
  let isAsked = false;
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
    const from = await findAccount(wallet, chainId, showStep);
    const asked = transfer();
    if (signal.aborted || asked === undefined) return;
    const transaction = { from, ...buildTransaction(asked) };
    showStep({ step: 'asking' });
    isAsked = true;
    onDoubt(true);
    await wallet.request(`eip155:${chainId}`, 'eth_sendTransaction', [transaction]);
    showStep({ step: 'sent' });
  } catch (error) {
    const kind = kindOf(error);
    if (isAsked && (kind === 'refused' || kind === 'wrong_chain')) onDoubt(false);
    showStep({ step: kind });
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
  if (read() === undefined && other !== undefined && wallet.canSwitch()) {
    show({ step: 'switching' });
    const waitForAccounts = wallet.listen();
    await wallet.request(`eip155:${other}`, 'wallet_switchEthereumChain', [{ chainId: toHex(chainId) }]);
    if (read() === undefined) await waitForAccounts();
  }
  const found = read();
  if (found === undefined) throw new WalletFault('wrong_chain');
  return found;
}

/** Codes of EIP-1193, EIP-3085 and of WalletConnect. */
const refused: ReadonlySet<number> = new Set([4001, 5000, 5001, 5002, 5003]);
const elsewhere: ReadonlySet<number> = new Set([4901, 4902, 5100]);

function kindOf(error: unknown): WalletFaultKind {
  if (error instanceof WalletFault) return error.kind;
  const code = typeof error === 'object' && error !== null && 'code' in error ? Number(error.code) : 0;
  // What is no answer of a wallet has no code: the time was over.
  if (code === 0) return 'expired';
  if (refused.has(code)) return 'refused';
  return elsewhere.has(code) ? 'wrong_chain' : 'failed';
}
