import type { ProviderName } from '../../config/config-providers.ts';

const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;

/** How many seconds ago a job that runs by itself may have been done the last time. Each has its row. */
export const jobAgeLimits = {
  'check-books': 5 * minute,
  'collect-deposits': 5 * minute,
  'collect-transfers': 2 * minute,
  'erase-deleted': 2 * day,
  'forget-partner-sessions': 3 * hour,
  'forget-spent': 3 * hour,
  'open-months': 2 * day,
  'release-partner-fees': 10 * minute,
  reconcile: 45 * minute,
  'return-unplaced': 10 * minute,
  'scan-bitcoin-deposits': 2 * minute,
  'scan-ethereum-deposits': 2 * minute,
  'scan-wallet': 2 * minute,
  'sweep-deliveries': 5 * minute,
  'sweep-orders': 3 * minute,
  'watch-credited-payments': 3 * minute,
  'watch-network-costs': 3 * minute,
  'watch-payout-ages': 5 * minute,
  'watch-prices': 2 * minute,
  'watch-wallets': 5 * minute,
} as const satisfies Record<string, number>;

/** Jobs that run only where their provider is offered: elsewhere they do not grow old. */
export const jobProviders: Readonly<Partial<Record<AgeName, ProviderName>>> = {
  'collect-deposits': 'ethereum',
  'collect-transfers': 'bank',
  'return-unplaced': 'bank',
  'scan-bitcoin-deposits': 'bitcoin',
  'scan-ethereum-deposits': 'ethereum',
  'scan-wallet': 'bitcoin',
};

/** What must not grow old, and how many seconds it may be. */
export const ageLimits = {
  ...jobAgeLimits,
  /** The oldest job that is due and that nobody has taken. */
  due_job: 2 * minute,
  /** The oldest pay-out that was not sent: by chain, bank or card. */
  payout: 30 * minute,
  /** The market's last prices, as this process knows them. */
  price: minute,
} as const satisfies Record<string, number>;

export type AgeName = keyof typeof ageLimits;
export const ageNames = Object.keys(ageLimits).filter((name): name is AgeName => name in ageLimits);
