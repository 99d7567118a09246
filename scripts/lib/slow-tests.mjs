/**
 * Database tests of 15 seconds and more, four fifths of the time of all. `npm test -- --quick` leaves them to the whole
 * run, which begins with them.
 */
export const slowTests = [
  'src/access-matrix',
  'src/attacks/ends',
  'src/attacks/stolen-things',
  'src/bad-input',
  'src/cli/operate',
  'src/database/hot-plans',
  'src/described-answers',
  'src/modules/acquirer-payins/card-form',
  'src/modules/auth/account-security',
  'src/modules/balance-payins/balance',
  'src/modules/bank-payins/bank-payins',
  'src/modules/bank-payouts/bank-payouts',
  'src/modules/card-payouts/card-payouts',
  'src/modules/chain-payins/any-turns',
  'src/modules/chain-payins/chain-payins',
  'src/modules/chain-payins/reorganisations',
  'src/modules/chain-payouts/payouts',
  'src/modules/limits/limits',
  'src/modules/losses/circle-of-losses',
  'src/modules/operating/rehearse-restores',
  'src/modules/operating/restore',
  'src/modules/operating/review-cases',
  'src/modules/orders/crash',
  'src/modules/promises/campaign',
  'src/modules/verification/documents',
  'src/modules/withdrawals/balances-add-up',
  'src/modules/withdrawals/cancel-withdrawal',
  'src/pool-of-one',
].map((name) => `apps/server/${name}.db.test.ts`);
