import { notificationSwitches } from '@causeway/contract/shapes/notification-switches';
import { toSnakeCase } from '../../database/snake-case.ts';
import type { RowOwner } from '../account-parts/row-owner.ts';

/** Which rows of a table are in a client's copy, and what of them. */
export interface ExportedTable {
  /** How a row belongs to its client; `path` by the name of an account of the ledger. */
  of: RowOwner | 'path' | 'document' | 'consent';
  columns: readonly string[];
  /** Columns with smallest units, with those of their currencies: written as decimal text. */
  amounts?: Readonly<Record<string, string>>;
  /** Personal columns that are not in the copy, with the reason. */
  withheld?: Readonly<Record<string, string>>;
}

const secret = 'opens something, or is a hash of what does';
const another = 'may name another person, who paid for the client';
const internal = 'a number between us and a provider';
const bound = 'recognises the device, and is of no use to read';

/** What is in the copy of a client's data: files of the archive, with the tables in each. */
export const exportedFiles: Readonly<Record<string, Readonly<Record<string, ExportedTable>>>> = {
  account: {
    clients: {
      of: 'client',
      columns: [
        'nice_id',
        'email',
        'payer_email',
        'email_confirmed_at',
        'phone',
        'phone_confirmed_at',
        'first_name',
        'last_name',
        'language',
        'level',
        ...notificationSwitches.map(toSnakeCase),
        'created_at',
        'agreed_terms_at',
        'agreed_company_version',
      ],
      withheld: { password_hash: secret, two_factor_sealed_key: secret },
    },
    balance_settings: { of: 'client', columns: ['primary_currency', 'favorite_currencies', 'favorite_groups'] },
    client_discounts: { of: 'client', columns: ['name', 'percent_off'] },
    client_identities: { of: 'client', columns: ['issuer', 'created_at'], withheld: { subject: secret } },
    partners: { of: 'client', columns: ['name', 'created_at'] },
    support_cases: { of: 'client', columns: ['number', 'email', 'message', 'created_at', 'closed_at'] },
    data_exports: { of: 'client', columns: ['requested_at', 'ready_at', 'downloaded_at', 'ended_at'] },
  },
  sessions: {
    sessions: {
      of: 'client',
      columns: ['device_name', 'platform', 'created_at', 'last_seen_at', 'ended_at', 'end_reason'],
      withheld: { device_id: bound },
    },
    passkeys: {
      of: 'client',
      columns: ['name', 'created_at', 'last_used_at'],
      withheld: { credential_id: secret, public_key: secret },
    },
    biometric_tokens: {
      of: 'client',
      columns: ['created_at', 'expires_at'],
      withheld: { token_hash: secret, device_id: bound },
    },
    push_tokens: {
      of: 'client',
      columns: ['platform', 'updated_at', 'failures', 'failing_since'],
      withheld: { push_token: secret, target: secret, device_id: bound },
    },
  },
  messages: {
    letters: {
      of: 'client',
      columns: ['template', 'recipient', 'language', 'created_at', 'sent_at'],
      withheld: { parameters: 'can hold a code or a link; the e-mail itself is in the mailbox' },
    },
    text_messages: {
      of: 'client',
      columns: ['recipient', 'created_at', 'sent_at'],
      withheld: { sealed: secret },
    },
    notifications: { of: 'client', columns: ['template', 'parameters', 'created_at', 'read_at'] },
  },
  consents: {
    consents: {
      of: 'client',
      columns: ['purpose', 'is_given', 'agreed_at', 'language', 'subject', 'text_sha256'],
    },
    consent_texts: { of: 'consent', columns: ['text_sha256', 'language', 'words'] },
  },
  verification: {
    verifications: {
      of: 'client',
      columns: [
        'wizard',
        'wallet_id',
        'status',
        'sealed_fields',
        'sealed_comments',
        'created_at',
        'submitted_at',
        'decided_at',
      ],
    },
    documents: {
      of: 'client',
      columns: [
        'document_id',
        'type',
        'ext',
        'bytes',
        'pages',
        'status',
        'sealed_details',
        'created_at',
        'destroyed_at',
      ],
    },
    document_reads: { of: 'document', columns: ['document_id', 'read_at'] },
    destroyed_keys: { of: 'client', columns: ['document_id', 'reason', 'key_sha256', 'destroyed_at'] },
    handovers: {
      of: 'client',
      columns: ['wizard', 'device_name', 'created_at', 'opened_at', 'done_at'],
      withheld: { link_hash: secret, key_hash: secret },
    },
    identity_checks: {
      of: 'client',
      columns: ['provider', 'applicant_id', 'status', 'created_at', 'updated_at'],
      withheld: {
        answer_id: internal,
        labels: 'what a check looks for may not be told: Directive (EU) 2015/849, article 39',
      },
    },
  },
  referrals: {
    referral_codes: { of: 'client', columns: ['code', 'created_at'] },
    referral_visits: { of: 'client', columns: ['day', 'visits'] },
    referral_rewards: {
      of: 'client',
      columns: ['nice_id', 'level', 'currency', 'deal_amount', 'amount', 'status', 'created_at', 'canceled_at'],
      amounts: { deal_amount: 'currency', amount: 'currency' },
    },
    referral_payouts: {
      of: 'client',
      columns: ['nice_id', 'currency', 'amount', 'status', 'created_at'],
      amounts: { amount: 'currency' },
    },
  },
  destinations: {
    saved_destinations: {
      of: 'client',
      columns: ['name', 'currency', 'network', 'address', 'tag', 'memo_value', 'holder', 'created_at', 'usable_at'],
    },
    destination_waits: { of: 'client', columns: ['since', 'ends_at'] },
  },
  cards: {
    cards: {
      of: 'client',
      columns: [
        'name',
        'brand',
        'first6',
        'last4',
        'bin_type',
        'exp_month',
        'exp_year',
        'created_at',
        'deleted_at',
        'destination_since',
      ],
      withheld: { acquirer_token: secret },
    },
  },
  balance: {
    ledger_accounts: { of: 'path', columns: ['path', 'currency', 'balance'], amounts: { balance: 'currency' } },
    balance_operations: {
      of: 'path',
      columns: ['path', 'kind', 'reference', 'amount', 'currency', 'created_at'],
      amounts: { amount: 'currency' },
    },
  },
  orders: {
    orders: {
      of: 'client',
      columns: [
        'order_id',
        'nice_id',
        'number',
        'status',
        'created_at',
        'finished_at',
        'payin_amount',
        'payin_currency',
        'payin_group',
        'received_amount',
        'payout_amount',
        'payout_currency',
        'payout_group',
        'email',
        'destination_address',
        'destination_tag',
        'destination_details',
        'description',
        'coupon',
        'language',
      ],
      amounts: {
        payin_amount: 'payin_currency',
        received_amount: 'payin_currency',
        payout_amount: 'payout_currency',
      },
      withheld: {
        http_return_success: 'a page of the partner, where it leads the client by a link of its own',
        http_return_failed: 'the same',
        asked_from: 'a number made of the network, erased once the order moves on',
      },
    },
    order_events: { of: 'order', columns: ['order_id', 'at', 'from_status', 'to_status'] },
    card_payments: {
      of: 'order',
      columns: [
        'order_id',
        'amount',
        'currency',
        'status',
        'card_brand',
        'card_last4',
        'created_at',
        'credited_at',
        'refunded_at',
      ],
      amounts: { amount: 'currency' },
      withheld: { page_url: secret, session_token: secret, client_unique_id: internal, challenge_url: secret },
    },
    card_payouts: {
      of: 'order',
      columns: ['order_id', 'amount', 'currency', 'status', 'created_at', 'paid_at'],
      amounts: { amount: 'currency' },
    },
    deposit_references: { of: 'client', columns: ['number', 'iban', 'bic', 'bank_name', 'created_at'] },
    bank_requisites: { of: 'order', columns: ['order_id', 'iban', 'bic', 'bank_name', 'created_at'] },
    bank_transfers: {
      of: 'order',
      columns: ['order_id', 'amount', 'currency', 'status', 'booked_at'],
      amounts: { amount: 'currency' },
      withheld: { sender_name: another, sender_iban: another, reference: another },
    },
    bank_payouts: {
      of: 'order',
      columns: ['order_id', 'iban', 'beneficiary', 'amount', 'currency', 'status', 'created_at', 'sent_at'],
      amounts: { amount: 'currency' },
    },
    deposit_addresses: { of: 'address', columns: ['order_id', 'chain', 'address', 'created_at'] },
    deposits: {
      of: 'address',
      columns: ['order_id', 'chain', 'txid', 'amount', 'currency', 'status', 'seen_at', 'credited_at'],
      amounts: { amount: 'currency' },
    },
    unknown_coins: {
      of: 'client',
      columns: ['network', 'txid', 'token', 'status', 'found_at', 'settled_at', 'return_txid'],
    },
    payouts: {
      of: 'order',
      columns: ['order_id', 'chain', 'address', 'amount', 'currency', 'status', 'txid', 'created_at', 'confirmed_at'],
      amounts: { amount: 'currency' },
      withheld: { raw_transaction: 'how it was sent, and for others too; the chain shows what arrived' },
    },
    received_money: {
      of: 'order',
      columns: ['order_id', 'amount', 'currency', 'received_at'],
      amounts: { amount: 'currency' },
      withheld: { refund_destination: another, refund_name: another },
    },
    refunds: {
      of: 'order',
      columns: ['order_id', 'amount', 'currency', 'method', 'status', 'created_at', 'done_at'],
      amounts: { amount: 'currency' },
      withheld: { destination: another, destination_name: another },
    },
    coupon_uses: { of: 'client', columns: ['order_id', 'code', 'used_at', 'given_back_at'] },
  },
};
