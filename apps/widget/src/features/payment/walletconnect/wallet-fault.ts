/**
 * Why a payment out of a wallet went no further. `refused_again`: another wallet was asked before, and may have sent.
 * `unanswered`: no wallet was asked to send anything.
 */
export type WalletFaultKind =
  | ('refused' | 'refused_again' | 'wrong_chain' | 'unable')
  | ('unanswered' | 'expired' | 'away' | 'failed');

export class WalletFault extends Error {
  override readonly name = 'WalletFault';
  readonly kind: WalletFaultKind;
  constructor(kind: WalletFaultKind) {
    super(`The payment out of a wallet stopped: ${kind}.`);
    this.kind = kind;
  }
}

/** Codes of EIP-1193, EIP-3085 and of WalletConnect. */
const refused: ReadonlySet<number> = new Set([4001, 5000, 5001, 5002, 5003]);
const elsewhere: ReadonlySet<number> = new Set([4901, 4902, 5100]);

/** What stopped a payment, by what was thrown, and by whether the wallet was asked to send it. */
export function kindOf(error: unknown, isAsked: boolean): WalletFaultKind {
  if (error instanceof WalletFault) return error.kind;
  const code = typeof error === 'object' && error !== null && 'code' in error ? Number(error.code) : 0;
  // What is no answer of a wallet has no code: the time was over, or the question never left.
  if (code === 0) return isAsked ? 'expired' : 'unanswered';
  if (refused.has(code)) return 'refused';
  return elsewhere.has(code) ? 'wrong_chain' : 'failed';
}
