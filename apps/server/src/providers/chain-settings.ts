import type { Config } from '../config/config.ts';

/** What differs from chain to chain wherever coins go in or out. */
export interface ChainSettings {
  /** Blocks that finish an order, and that book what is paid for one. */
  payoutConfirmations: number;
  payinConfirmations: number;
  /** Blocks that book a deposit to a balance: as many as settle it, because a balance can be moved at once. */
  balanceConfirmations: number;
  /** Blocks after which a transaction is no longer polled. */
  settledConfirmations: number;
  /** How long a client is shown one address for deposits; 0 for good. */
  addressMinutes: number;
  /** Milliseconds between polls: the simulated chains make blocks in seconds, the real ones in minutes. */
  lookMs: number;
}

export type ChainName = 'bitcoin' | 'ethereum';

/** Blocks after which a reorganisation of the chain would be an extraordinary event. */
const settled = { bitcoin: 6, ethereum: 12 } as const;
const simulatedMs = 2000;

export function isChain(name: string): name is ChainName {
  return name === 'bitcoin' || name === 'ethereum';
}

export function chainSettings(config: Config, chain: ChainName): ChainSettings {
  const [payout, payin] =
    chain === 'bitcoin'
      ? [config.BITCOIN_PAYOUT_CONFIRMATIONS, config.BITCOIN_PAYIN_CONFIRMATIONS]
      : [config.ETHEREUM_PAYOUT_CONFIRMATIONS, config.ETHEREUM_PAYIN_CONFIRMATIONS];
  const settledConfirmations = Math.max(settled[chain], payout, payin);
  return {
    payoutConfirmations: payout,
    payinConfirmations: payin,
    balanceConfirmations: settledConfirmations,
    settledConfirmations,
    addressMinutes:
      chain === 'bitcoin' ? config.BITCOIN_DEPOSIT_ADDRESS_MINUTES : config.ETHEREUM_DEPOSIT_ADDRESS_MINUTES,
    lookMs: config.ENVIRONMENT === 'sandbox' ? simulatedMs : chain === 'bitcoin' ? 20_000 : 12_000,
  };
}

/** URL of a transaction in a block explorer; empty without one, or for a chain that is not supported. */
export function transactionLink(config: Config, chain: string, txid: string): string {
  if (txid === '' || !isChain(chain)) return '';
  const link = chain === 'bitcoin' ? config.BITCOIN_TRANSACTION_LINK : config.ETHEREUM_TRANSACTION_LINK;
  return link.replace('{txid}', txid);
}
