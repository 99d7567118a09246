import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { OperatorAction } from './record-action.ts';

/**
 * What becomes of an operator's action that a restored copy has forgotten:
 * - `log`: the security log has it, and `end-forgotten-secrets` does it again, or holds what it is about;
 * - `outside`: the bank, a chain, an acquirer or the identity provider has it, and it is compared before money moves;
 * - `again`: the copy waits for the same decision as before, and does nothing without it;
 * - `restart`: what it ended is ended by the restore itself;
 * - `none`: it changed nothing, or what it changed is outside of the database;
 * - a text: the page about restoring names this command.
 */
type Fate = 'log' | 'outside' | 'again' | 'restart' | 'none' | { page: string };

const fates: Readonly<Record<OperatorAction['action'], Fate>> = {
  transfer_placed: 'again',
  transfer_returned: 'outside',
  payout_retried: 'outside',
  payout_stopped: 'log',
  payout_to_balance: 'log',
  payout_by_hand: 'log',
  order_released: 'outside',
  order_given_back: { page: 'give-back' },
  price_accepted: 'again',
  clock_trusted: 'again',
  payouts_released: 'again',
  payout_replaced: 'outside',
  forgotten_booked: { page: 'book-forgotten' },
  forgotten_payment_settled: { page: 'settle-payment' },
  held_freed: { page: 'free-held' },
  kept_booked: 'log',
  partner_created: 'again',
  partner_changed: { page: 'partners.js show' },
  partner_key_rotated: 'log',
  partner_read_key_rotated: 'log',
  partner_webhook_rotated: 'log',
  partner_notice_replayed: 'again',
  partner_settled: 'again',
  month_archived: 'again',
  month_restored: 'again',
  ['secrets_sealed_anew']: { page: 'seal-anew' },
  case_claimed: { page: 'cases' },
  case_released: { page: 'cases' },
  case_read: 'none',
  case_commented: { page: 'cases' },
  case_approved_once: { page: 'cases' },
  case_approved: { page: 'cases' },
  case_asked_again: { page: 'cases' },
  case_rejected: { page: 'cases' },
  basic_reopened: { page: 'reopen-basic' },
  identity_revoked: { page: 'revoke-identity' },
  document_shown: 'none',
  document_commented: { page: 'cases' },
  sanctions_loaded: { page: 'load-sanctions' },
  addresses_recovered: { page: 'recover-addresses' },
  alarm_cleared: 'again',
  consents_read: 'none',
  destroyed_read: 'none',
  address_looked_up: 'none',
  transfers_read: 'none',
  coins_settled: 'outside',
  support_read: 'none',
  support_closed: 'again',
  sessions_ended: 'restart',
  all_sessions_ended: 'restart',
  secrets_ended: { page: 'end-forgotten-secrets' },
  release_asked: 'again',
  referral_settings_changed: { page: 'operators.js referrals' },
  operator_added: 'again',
  operator_changed: { page: 'operators.js end-forgotten' },
  operator_key_replaced: { page: 'operators.js end-forgotten' },
  operator_ended: { page: 'operators.js end-forgotten' },
  operator_refused: 'none',
};

const page = readFileSync(new URL('../../../../../docs/operating.md', import.meta.url), 'utf8');
const [, restoring = ''] = /### Putting one back\n([\s\S]+?)\n### /.exec(page) ?? [];

test.each(Object.entries(fates).flatMap(([action, fate]) => (typeof fate === 'object' ? [[action, fate.page]] : [])))(
  'law 3, that %s is forgotten by a copy is said where a copy is put back: %s',
  (_action, command) => {
    expect(restoring).toContain(command);
  },
);

const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8');
const stopping = ['../operating/blocked-payouts.ts', '../operating/kept-money.ts'].map(read).join('');
const holding = read('../partners/save-partner.ts');

test.each(Object.entries(fates).flatMap(([action, fate]) => (fate === 'log' ? [action] : [])))(
  'law 3, that %s is forgotten by a copy has a line of its own, or one that partners are held by',
  (action) => {
    const isStopped = new RegExp(`recordAndLog\\([^;]*'${action}'`).test(stopping);
    expect(isStopped || holding.includes(`'${action}'`)).toBe(true);
  },
);
