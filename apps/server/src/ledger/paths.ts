/** Names of the accounts; docs/chart-of-accounts.md describes what each one holds. */
export const paths = {
  /** Money that came from and went back to payers through a card acquirer; never above zero. */
  worldCard: (acquirer: string) => `world:card:${acquirer}`,
  /** Money that came to and left our account at a bank; below zero by what the account holds. */
  worldBank: (bank: string) => `world:bank:${bank}`,
  /** Coins that came from and went to chain addresses outside; below zero by what the product holds on the chain. */
  worldChain: (chain: string) => `world:chain:${chain}`,
  /** What an order holds; guarded. */
  order: (niceId: string) => `order:${niceId}`,
  /** The part of a client's balance that depends on a reversed payment. */
  held: (clientNiceId: string) => `held:${clientNiceId}`,
  /** Deposits of a client that are too small to be credited, until their sum is large enough. */
  waiting: (clientNiceId: string) => `waiting:${clientNiceId}`,
  /** What a client holds; guarded. */
  client: (niceId: string) => `client:${niceId}`,
  /** Money at a bank whose owner is unknown, or money for a client whose account is closed. */
  unplaced: (bankOrClient: string) => `unplaced:${bankOrClient}`,
  /** Fees on top that a partner has earned and was not paid yet; below zero by losses of what it was paid. */
  partner: (partnerKey: string) => `partner:${partnerKey}`,
  /** Fees on top of orders whose payment could still be taken back. */
  partnerPending: (partnerKey: string) => `partner:${partnerKey}:pending`,
  /** Rewards that a client has earned and was not paid yet; below zero by what was taken back after it was paid. */
  referral: (clientNiceId: string) => `referral:${clientNiceId}`,
  /** Rewards of orders whose payment could still be taken back. */
  referralPending: (clientNiceId: string) => `referral:${clientNiceId}:pending`,
  /** The operator's own money and coins, the other side of every conversion. */
  treasury: 'treasury',
  payinFee: 'income:payin-fee',
  serviceFee: 'income:service-fee',
  networkFee: 'income:network-fee',
  /** Network fees that the operator paid; below zero. */
  networkExpense: 'expense:network-fee',
  /** Booked deposits that a reorganisation removed, until they are back; below zero. */
  lostDeposits: 'expense:lost-deposit',
  /** Losses by chargebacks after an order's money was spent; below zero. */
  chargebackLoss: 'expense:chargeback',
  /** Remainders of rounding, which the operator keeps. */
  rounding: 'rounding',
} as const;

/** Every account that is in a client's name. */
export function clientPaths(niceId: string): string[] {
  const { client, held, waiting, unplaced, referral, referralPending } = paths;
  return [client, held, waiting, unplaced, referral, referralPending].map((path) => path(niceId));
}

/** Accounts of orders and clients may never be below zero. */
export function isGuardedPath(path: string): boolean {
  return path.startsWith('order:') || path.startsWith('client:');
}

/** Names money on an account. */
export function moneyOn(path: string, currency: string): string {
  return `${path} ${currency}`;
}
