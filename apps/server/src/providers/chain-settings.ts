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

/** By chain: what its variables begin with, blocks after which a reorganisation is extraordinary, and `lookMs`. */
const facts = {
  bitcoin: { prefix: 'BITCOIN', settled: 6, lookMs: 20_000 },
  ethereum: { prefix: 'ETHEREUM', settled: 12, lookMs: 12_000 },
} as const;
const simulatedMs = 2000;

export type ChainName = keyof typeof facts;

export function isChain(name: string): name is ChainName {
  return Object.hasOwn(facts, name);
}

/** Every chain, offered or not. */
export const chainNames: readonly ChainName[] = Object.keys(facts).filter(isChain);

/** The extended key whose children are the addresses of a chain that clients pay to. */
export function depositXpub(
  config: Pick<Config, `${(typeof facts)[ChainName]['prefix']}_DEPOSIT_XPUB`>,
  chain: ChainName,
): string {
  return config[`${facts[chain].prefix}_DEPOSIT_XPUB`];
}

export function chainSettings(config: Config, chain: ChainName): ChainSettings {
  const { prefix, settled, lookMs } = facts[chain];
  const payout = config[`${prefix}_PAYOUT_CONFIRMATIONS`];
  const payin = config[`${prefix}_PAYIN_CONFIRMATIONS`];
  const settledConfirmations = Math.max(settled, payout, payin);
  return {
    payoutConfirmations: payout,
    payinConfirmations: payin,
    balanceConfirmations: settledConfirmations,
    settledConfirmations,
    addressMinutes: config[`${prefix}_DEPOSIT_ADDRESS_MINUTES`],
    lookMs: config.ENVIRONMENT === 'sandbox' ? simulatedMs : lookMs,
  };
}

/** URL of a transaction in a block explorer; empty without one, or for a chain that is not supported. */
export function transactionLink(config: Config, chain: string, txid: string): string {
  if (txid === '' || !isChain(chain)) return '';
  return config[`${facts[chain].prefix}_TRANSACTION_LINK`].replace('{txid}', txid);
}
