/** The owner of a row, which decides when the retention of its personal data ends. */
export type RowOwner = 'client' | 'order' | 'payout' | 'transaction';

/** Columns of a table with text, JSON or bytes. */
export interface TextColumns {
  /** Nothing personal: codes, states, public numbers, the operator's own data, and what is public on a chain. */
  plain?: readonly string[];
  /** Ends with the account: its room erases it, and deletes the row where nothing else is in it. */
  closed?: readonly string[];
  /** Deleted by a job of its own once it has served its purpose. */
  soon?: readonly string[];
  /** Erased when the legal retention of a closed account ends. */
  retained?: { of: RowOwner; columns: readonly string[] };
  /** Without a known owner: erased at the same age, by the time in a column. */
  aged?: { by: string; columns: readonly string[] };
}

/** Every column of the schema that can hold a person's name or text. A new one needs its row here. */
export const textColumns: Readonly<Record<string, TextColumns>> = {
  account_attempts: { plain: ['txid'], retained: { of: 'transaction', columns: ['raw_transaction'] } },
  account_nonces: { plain: ['chain', 'address'] },
  account_transactions: {
    plain: ['chain', 'sender', 'purpose', 'currency', 'status'],
    retained: { of: 'payout', columns: ['recipient'] },
  },
  alarms: { plain: ['kind', 'subject'], aged: { by: 'raised_at', columns: ['details'] } },
  analytics_events: { plain: ['type'], aged: { by: 'at', columns: ['options'] } },
  archived_months: { plain: ['parent', 'month', 'sha256'] },
  balance_operations: { plain: ['path', 'currency', 'kind', 'reference'] },
  balance_settings: { plain: ['primary_currency', 'favorite_currencies', 'favorite_groups'] },
  bank_cursors: { plain: ['bank'] },
  bank_payouts: {
    plain: ['bank', 'currency', 'status', 'outside_id', 'hold_reason'],
    retained: { of: 'order', columns: ['iban', 'beneficiary'] },
  },
  bank_requisites: { plain: ['bank', 'iban', 'bic', 'bank_name', 'holder'] },
  bank_transfers: {
    plain: ['bank', 'outside_id', 'iban', 'currency', 'status', 'return_id'],
    retained: { of: 'order', columns: ['sender_name', 'sender_iban', 'reference'] },
    aged: { by: 'booked_at', columns: ['sender_name', 'sender_iban', 'reference'] },
  },
  biometric_tokens: { closed: ['token_hash', 'device_id'] },
  card_charges: { plain: ['status'] },
  card_payments: {
    plain: ['acquirer', 'acquirer_payment_id', 'status', 'currency', 'card_brand', 'decline_reason', 'refund_id'],
    retained: {
      of: 'order',
      columns: ['page_url', 'card_last4', 'session_token', 'client_unique_id', 'challenge_url'],
    },
  },
  card_payouts: {
    plain: ['acquirer', 'currency', 'status', 'acquirer_payout_id', 'failure_reason', 'hold_reason'],
  },
  cards: { plain: ['token', 'acquirer'], closed: ['acquirer_token', 'brand', 'first6', 'last4', 'bin_type'] },
  client_discounts: { plain: ['source', 'name'] },
  client_identities: { closed: ['issuer', 'subject'] },
  client_keys: { plain: ['sealed'] },
  client_limits: { plain: ['level', 'currency'] },
  clients: {
    plain: ['nice_id', 'level', 'language', 'partner_key', 'referrer_id', 'agreed_company_version'],
    closed: ['email', 'payer_email', 'password_hash', 'first_name', 'last_name', 'phone', 'two_factor_sealed_key'],
  },
  company_agreements: { plain: ['version', 'company_name', 'titles', 'texts'] },
  confirmation_codes: { plain: ['purpose'], closed: ['target', 'code_hash'] },
  consent_texts: { plain: ['text_sha256', 'text_key', 'language', 'words'] },
  consents: { plain: ['purpose', 'text_key', 'text_sha256', 'language', 'subject'] },
  counted_tries: { soon: ['key'] },
  coupon_uses: { plain: ['code'] },
  coupons: { plain: ['code'] },
  database_epoch: { plain: ['identity'] },
  deleted_clients: { soon: ['sealed', 'reason'] },
  deposit_addresses: { plain: ['chain', 'address', 'key_path'] },
  deposit_scans: { plain: ['chain'] },
  deposits: { plain: ['chain', 'txid', 'currency', 'status', 'block_hash'] },
  destroyed_keys: { plain: ['key_sha256', 'reason'] },
  discount_tiers: { plain: ['name'] },
  document_reads: { plain: ['reader', 'reason'] },
  documents: {
    plain: ['type', 'ext', 'status', 'sealed_key'],
    retained: { of: 'client', columns: ['sealed_details'] },
  },
  ended_order_changes: { plain: ['status'] },
  ended_orders: { plain: ['status'] },
  identity_checks: {
    plain: ['provider', 'status'],
    retained: { of: 'client', columns: ['applicant_id', 'answer_id', 'labels'] },
  },
  handovers: { plain: ['wizard', 'wallet_id'], soon: ['link_hash', 'key_hash', 'device_name'] },
  idempotency_keys: { plain: ['actor', 'key', 'body_hash'], aged: { by: 'created_at', columns: ['answer'] } },
  ledger_archived_sums: { plain: ['month', 'path', 'currency'] },
  ledger_balances: { plain: ['path', 'currency'] },
  ledger_entries: { plain: ['kind', 'reference', 'givers', 'takers', 'currencies'] },
  ledger_house_sums: { plain: ['path', 'currency'] },
  ledger_keys: { plain: ['idempotency_key'] },
  notifications: { plain: ['template', 'occasion'], closed: ['parameters'] },
  letters: {
    plain: ['template', 'language', 'occasion'],
    retained: { of: 'client', columns: ['recipient', 'parameters'] },
  },
  limit_entries: { plain: ['currency'] },
  limit_uses: { plain: ['currency'] },
  market_samples: { plain: ['asset'] },
  network_costs: { plain: ['group_code', 'currency'] },
  oauth_nonces: { soon: ['nonce_hash'] },
  operator_actions: { plain: ['operator', 'action', 'subject', 'details'] },
  order_confirmations: { plain: ['code_hash', 'code_from'] },
  order_events: { plain: ['from_status', 'to_status', 'reason', 'actor'] },
  order_holds: { plain: ['reason', 'pricing', 'decision'], retained: { of: 'order', columns: ['details'] } },
  orders: {
    plain: [
      'nice_id',
      'partner_key',
      'partner_order_id',
      'status',
      'payin_currency',
      'payin_group',
      'payout_currency',
      'payout_group',
      'coupon',
      'language',
      'pricing',
      'decline_reason',
      'decision_kind',
      'refund_method',
      'decision_answer',
      'purchase_amount',
      'purchase_currency',
      'bound_amount',
    ],
    retained: {
      of: 'client',
      columns: [
        'email',
        'destination_address',
        'destination_tag',
        'destination_details',
        'description',
        'http_return_success',
        'http_return_failed',
      ],
    },
  },
  own_spend_scans: { plain: ['chain', 'block_hash'] },
  partner_fees: { plain: ['partner_key', 'currency', 'status'] },
  partner_deliveries: {
    plain: ['partner_key', 'url', 'status', 'failure'],
    retained: { of: 'order', columns: ['body', 'answer'] },
  },
  partner_secrets: { plain: ['key_id', 'partner_key', 'secret_hash'] },
  partner_sessions: { plain: ['partner_key', 'key_id'], soon: ['token_hash', 'presets', 'handle_hash'] },
  partners: {
    plain: [
      'partner_key',
      'name',
      'allowed_origins',
      'theme',
      'theme_settings',
      'defaults',
      'locks',
      'flags',
      'routes',
      'webhook_url',
    ],
  },
  passkey_challenges: { plain: ['purpose'], soon: ['challenge_hash'] },
  passkeys: { plain: ['transports'], closed: ['credential_id', 'public_key', 'name'] },
  password_resets: { closed: ['token_hash'] },
  payment_groups: { plain: ['code', 'name_key', 'name'] },
  payment_options: { plain: ['direction', 'currency', 'group_code', 'provider', 'state', 'fields'] },
  payout_holds: { plain: ['chain', 'reason', 'subject', 'details', 'released_by'] },
  payouts: {
    plain: ['chain', 'currency', 'status', 'txid', 'block_hash', 'hold_reason'],
    retained: { of: 'order', columns: ['address', 'raw_transaction'] },
  },
  person_marks: { plain: ['kind'], retained: { of: 'client', columns: ['mark'] } },
  pricing_settings: {
    plain: [
      'default_payin_currency',
      'default_payin_group',
      'default_payout_currency',
      'default_payout_group',
      'default_payin_amount',
    ],
  },
  push_tokens: { plain: ['platform'], closed: ['device_id', 'push_token'] },
  quotes: { plain: ['payin_currency', 'payin_group', 'payout_currency', 'payout_group', 'pricing'] },
  rate_limits: { soon: ['key'] },
  received_money: {
    plain: ['money_key', 'currency', 'from_path', 'refund_method'],
    retained: { of: 'order', columns: ['refund_destination', 'refund_name'] },
  },
  received_webhooks: { plain: ['firm', 'event_id', 'event_type'], aged: { by: 'received_at', columns: ['body'] } },
  chain_comparisons: { plain: ['chain', 'pass', 'differences'] },
  reconciliation_cursors: { plain: ['name'] },
  recovery_codes: { closed: ['code_hash'] },
  recurring_jobs: { plain: ['name'] },
  refresh_tokens: { soon: ['token_hash', 'successor_hash'] },
  refunds: {
    plain: ['currency', 'method', 'reason', 'status', 'source_key', 'outside_id'],
    retained: { of: 'order', columns: ['destination', 'destination_name'] },
  },
  sanctions_entries: { plain: ['list', 'entry', 'parts'] },
  second_factor_codes: { closed: ['code_hash'] },
  service_grants: { plain: ['reason'] },
  sessions: { plain: ['platform', 'end_reason'], retained: { of: 'client', columns: ['device_id', 'device_name'] } },
  text_messages: { retained: { of: 'client', columns: ['recipient', 'sealed'] } },
  unreadable_news: { plain: ['source', 'outside_id', 'reason'], aged: { by: 'seen_at', columns: ['body'] } },
  used_captchas: { plain: ['action'], soon: ['token_hash'] },
  verifications: {
    plain: ['wizard', 'wallet_id', 'status', 'checked_by', 'claimed_by', 'first_approved_by'],
    retained: { of: 'client', columns: ['sealed_fields', 'sealed_comments'] },
  },
  wallet_outflows: { plain: ['chain'] },
  wallet_outputs: { plain: ['chain', 'txid', 'origin'] },
  webhook_secrets: { plain: ['key_id', 'partner_key', 'sealed'] },
};
