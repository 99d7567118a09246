import type { ProviderName } from '../../config/config-providers.ts';

const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;

/** Most seconds since a recurring job last succeeded. Each has its row. */
export const jobAgeLimits = {
  'announce-changes': 2 * minute,
  'check-books': 5 * minute,
  'collect-deposits': 5 * minute,
  'collect-transfers': 2 * minute,
  'erase-deleted': 2 * day,
  'fill-price-history': 4 * hour,
  'find-unknown-coins': 5 * minute,
  'forget-partner-sessions': 3 * hour,
  'forget-spent': 3 * hour,
  'open-months': 2 * day,
  'pay-referral-rewards': 20 * minute,
  'recover-addresses': 10 * minute,
  'release-partner-fees': 10 * minute,
  'release-referral-rewards': 10 * minute,
  reconcile: 45 * minute,
  'return-unplaced': 10 * minute,
  'scan-bitcoin-deposits': 2 * minute,
  'scan-ethereum-deposits': 2 * minute,
  'scan-wallet': 2 * minute,
  'sweep-data-exports': 3 * hour,
  'sweep-deliveries': 5 * minute,
  'sweep-documents': 3 * hour,
  'sweep-orders': 3 * minute,
  'watch-bank': 3 * minute,
  'watch-credited-payments': 3 * minute,
  'watch-epoch': 2 * minute,
  'watch-identities': 5 * minute,
  'watch-network-costs': 3 * minute,
  'watch-payout-ages': 5 * minute,
  'watch-prices': 2 * minute,
  'watch-returns': 3 * minute,
  'watch-wallets': 5 * minute,
} as const satisfies Record<string, number>;

/** Jobs that run only where their provider is offered: elsewhere they have no age. */
export const jobProviders: Readonly<Partial<Record<AgeName, ProviderName>>> = {
  'collect-deposits': 'ethereum',
  'collect-transfers': 'bank',
  'find-unknown-coins': 'ethereum',
  'return-unplaced': 'bank',
  'scan-bitcoin-deposits': 'bitcoin',
  'scan-ethereum-deposits': 'ethereum',
  'scan-wallet': 'bitcoin',
  'watch-bank': 'bank',
  'watch-returns': 'bank',
};

/** What must not grow old, and its limit in seconds. */
export const ageLimits = {
  ...jobAgeLimits,
  /** The last whole comparison of a chain's accounts with the books. */
  comparison: 3 * hour,
  /** The oldest due job that no worker has taken. */
  due_job: 2 * minute,
  /** The oldest payout that was not sent: by chain, bank or card. */
  payout: 30 * minute,
  /** The market's last prices in this process. */
  price: minute,
} as const satisfies Record<string, number>;

export type AgeName = keyof typeof ageLimits;
export const ageNames = Object.keys(ageLimits).filter((name): name is AgeName => name in ageLimits);
