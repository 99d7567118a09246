const proofs = 'codes, links and keys: they open something, and none but their hashes are kept';
const sums = 'sums of orders, which are in the copy';
const held = 'what is looked at before money moves may not be told: Directive (EU) 2015/849, article 39';
const ownerless = 'has no known owner; it ends by its age';
const sending = 'how a payout was sent; the payout is in the copy with its address';
const partners = 'between us and the partner of an order, which is in the copy';

/** Tables with personal data or rows of a client that are not in its copy, with the reason. */
export const leftOutTables: Readonly<Record<string, string>> = {
  account_attempts: sending,
  account_transactions: sending,
  alarms: ownerless,
  analytics_events: ownerless,
  announced_changes: 'that something changed, taken within seconds',
  balance_addresses: 'which address for deposits is shown now; the addresses are in the copy',
  client_keys: proofs,
  confirmation_codes: proofs,
  counted_tries: 'counters under hashes, gone within the hour',
  deleted_clients: 'of closed accounts, which ask through the operator',
  deposit_seeds: 'what addresses are made of; the addresses are in the copy',
  forgotten_addresses: 'addresses that a restore may have forgotten; a paid one is in the copy',
  idempotency_keys: 'answers that the client was given before',
  limit_entries: sums,
  limit_uses: sums,
  oauth_nonces: proofs,
  order_confirmations: proofs,
  order_holds: held,
  order_losses: 'what of the payment was taken back, as the orders say',
  partner_fee_losses: 'what of the payment a partner’s fee bears',
  partner_deliveries: partners,
  partner_fees: partners,
  partner_sessions: partners,
  passkey_challenges: proofs,
  password_resets: proofs,
  person_marks: held,
  rate_limits: 'counters under hashes, gone within the hour',
  received_webhooks: ownerless,
  reconciliation_cursors: 'how far a comparison of the books is',
  recovery_codes: proofs,
  referral_days: 'sums of rewards, which are in the copy',
  referral_statement: 'the rewards once more, in the order in which they came',
  referrals: 'names another client; whom it has brought is counted in the statistic',
  refresh_tokens: proofs,
  second_factor_codes: proofs,
  service_grants: 'orders without a fee, which stand in the orders',
  signin_codes: proofs,
  turnover_entries: sums,
  unreadable_news: ownerless,
  uploads: 'parts of files that are still being sent, gone within two hours',
  used_captchas: proofs,
};
