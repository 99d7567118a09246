import type { Config } from '../config/config.ts';
import { type ChainName, type ChainPrefix, chainPrefixes, isChain } from '../config/config-chains.ts';

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

/** What is true of a chain in every installation. */
interface ChainFacts {
  /** The currency that its fees are paid in. */
  coin: string;
  /** Coins are outputs of transactions, each spent whole, or the balances of accounts, which hold tokens too. */
  kind: 'outputs' | 'accounts';
  /** Blocks after which a reorganisation is extraordinary. */
  settled: number;
  lookMs: number;
}

export const chainFacts: Readonly<Record<ChainName, ChainFacts>> = {
  bitcoin: { coin: 'BTC', kind: 'outputs', settled: 6, lookMs: 20_000 },
  ethereum: { coin: 'ETH', kind: 'accounts', settled: 12, lookMs: 12_000 },
};
const simulatedMs = 2000;

/** The extended key whose children are the addresses of a chain that clients pay to. */
export function depositXpub(config: Pick<Config, `${ChainPrefix}_DEPOSIT_XPUB`>, chain: ChainName): string {
  return config[`${chainPrefixes[chain]}_DEPOSIT_XPUB`];
}

export function chainSettings(config: Config, chain: ChainName): ChainSettings {
  const prefix = chainPrefixes[chain];
  const { settled, lookMs } = chainFacts[chain];
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

/** A transaction's id as the books spell it, however a person has typed it; other texts as they are. */
export function spellTxid(chain: string, typed: string): string {
  const text = typed.trim();
  const digits = /^(?:0x)?([0-9a-f]{64})$/i.exec(text)?.[1]?.toLowerCase();
  if (digits === undefined) return text;
  return isChain(chain) && chainFacts[chain].kind === 'outputs' ? digits : `0x${digits}`;
}

/** URL of a transaction in a block explorer; empty without one, or for a chain that is not supported. */
export function transactionLink(config: Config, chain: string, txid: string): string {
  if (txid === '' || !isChain(chain)) return '';
  return config[`${chainPrefixes[chain]}_TRANSACTION_LINK`].replace('{txid}', txid);
}
