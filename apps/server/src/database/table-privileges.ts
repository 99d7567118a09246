import type { DB } from './types.generated.ts';

/** What the server's role may do with a table beyond reading it; columns where it may change only some. */
export interface TablePrivileges {
  insert?: true;
  update?: 'all' | readonly string[];
  delete?: true;
}

const read: TablePrivileges = {};
/** Evidence: rows are added and never change. */
const append: TablePrivileges = { insert: true };
const change: TablePrivileges = { insert: true, update: 'all' };
/** Rows that have served their purpose are deleted. */
const erase: TablePrivileges = { insert: true, update: 'all', delete: true };

/** Every table with the privileges of the server's role, which owns none of them. A new table needs its row. */
export const tablePrivileges: Readonly<Record<keyof DB, TablePrivileges>> = {
  accountAttempts: change,
  accountNonces: change,
  accountTransactions: change,
  addressRecoveries: change,
  alarms: change,
  analyticsEvents: { insert: true, update: ['options'] },
  announcedChanges: erase,
  archivedMonths: read,
  // Written by the entries' trigger alone, with the owner's rights.
  balanceOperations: read,
  balanceAddresses: change,
  balanceSettings: erase,
  bankCursors: change,
  bankPayouts: change,
  bankRequisites: change,
  bankTransfers: change,
  biometricTokens: erase,
  cardCharges: change,
  cardPayments: change,
  cardPayouts: change,
  cards: change,
  clientDiscounts: change,
  clientIdentities: erase,
  // A key that ended is gone: nothing can be put in its place.
  clientKeys: { insert: true, delete: true },
  clientLimits: change,
  clients: change,
  companyAgreements: change,
  confirmationCodes: erase,
  consents: append,
  consentTexts: append,
  countedTries: erase,
  coupons: change,
  couponUses: change,
  databaseEpoch: change,
  dailyPrices: change,
  dataExports: change,
  deletedClients: erase,
  // Locking a row needs the right to change something in it.
  depositAddresses: { insert: true, update: ['address_id', 'balance_block'] },
  depositSeeds: change,
  depositReferences: change,
  deposits: change,
  depositScans: change,
  depositSettlements: change,
  destinationWaits: erase,
  // What was ended is proven for good.
  destroyedKeys: append,
  // What lowers a client's fee is set by the operator.
  discountTiers: { insert: true },
  documentReads: append,
  documents: change,
  endedOrderChanges: erase,
  endedOrders: change,
  handovers: erase,
  hourlyPrices: erase,
  idempotencyKeys: erase,
  ledgerAccounts: read,
  ledgerArchivedSums: read,
  feeBumps: change,
  replacedPayouts: append,
  forgottenAddresses: { insert: true, delete: true },
  identityChecks: change,
  knownTime: change,
  // Written by the entries' trigger alone, with the owner's rights.
  ledgerBalances: read,
  ledgerEntries: append,
  ledgerHouseSums: read,
  ledgerKeys: append,
  ledgerLines: read,
  letters: change,
  notifications: erase,
  limitEntries: erase,
  // Written by the triggers of the lists alone, with the owner's rights.
  listCounts: read,
  limitUses: change,
  marketSamples: erase,
  networkCosts: change,
  oauthNonces: erase,
  operatorActions: append,
  operatorReleases: change,
  // Operators, their roles and keys are given by the owner of the tables.
  operators: read,
  orderConfirmations: change,
  orderEvents: append,
  orderHolds: change,
  orderLosses: { insert: true, delete: true },
  partnerFeeLosses: { insert: true, delete: true },
  // Drawn by a function with the owner's rights.
  orderNumbers: read,
  orders: change,
  ownSpendScans: change,
  partnerDeliveries: change,
  partnerFees: change,
  partners: change,
  partnerSecrets: change,
  partnerSessions: erase,
  passkeyChallenges: erase,
  passkeys: erase,
  passwordResets: erase,
  paymentGroups: change,
  paymentOptions: change,
  payoutHolds: change,
  payouts: change,
  personMarks: change,
  pricingSettings: change,
  pushTokens: erase,
  quotes: change,
  rateLimits: erase,
  // What is personal in it is erased in its time; what was taken back of it no longer counts.
  receivedMoney: { insert: true, update: ['refund_destination', 'refund_name', 'is_accepted', 'amount'] },
  receivedWebhooks: { insert: true, update: ['body'] },
  reconciliationCursors: change,
  chainComparisons: change,
  recoveryCodes: erase,
  recurringJobs: change,
  // A link stays the same. Locking a row needs the right to change something in it.
  referralCodes: { insert: true, update: ['created_at'] },
  // Written by the triggers of rewards and sign-ups alone, with the owner's rights.
  referralDays: read,
  referralStatement: read,
  referralPayouts: append,
  referralRewards: change,
  // What brings a reward is set by the operator.
  referralRules: read,
  // Who brought a client never changes; that it earns nothing may be found later.
  referrals: { insert: true, update: ['refused_by'] },
  referralSettings: { insert: true },
  referralVisits: change,
  refreshTokens: erase,
  refunds: change,
  sanctionsEntries: erase,
  savedDestinations: erase,
  scriptVersions: append,
  secondFactorCodes: erase,
  serviceGrants: change,
  signinCodes: erase,
  supportCases: change,
  sessions: change,
  textMessages: change,
  turnoverEntries: change,
  unknownCoins: change,
  unknownCoinScans: change,
  unreadableNews: change,
  uploads: erase,
  usedCaptchas: erase,
  verifications: change,
  walletOutflows: change,
  walletOutputs: erase,
  webhookSecrets: change,
  widgetFiles: erase,
};

/** The list of what was migrated, which the server only reads. */
export const migrationsTable = 'migrations';
