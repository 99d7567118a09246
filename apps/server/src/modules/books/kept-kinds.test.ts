import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { keptKinds } from './archive-month.ts';

const server = new URL('../../', import.meta.url).pathname;
const docs = readFileSync(`${server}../../../docs/chart-of-accounts.md`, 'utf8');
/** Kinds of entries and beginnings of their keys, as the chart of accounts has them. */
const names = new Set(
  [...docs.matchAll(/`([a-z]+(?:_[a-z]+)+|conversion|payout|refund|reversal)[`:]/g)].map(([, name = '']) => name),
);

const openOrder = 'its order is open, and a month with an open order is not archived';
const asKey = 'asked for by its key and place alone, which stay';
const written = 'written there, and not read';
const youngRows = 'a law of the books, which leaves out what is archived';
/** What a file that reads entries names, and need not stay in the database. */
const notKept: Readonly<Record<string, string>> = {
  balance_deposit: youngRows,
  balance_hold: asKey,
  balance_operations: 'a table',
  balance_payout: 'what it gave is read from the operations of balances',
  bank_payin: written,
  card_payin: youngRows,
  card_payout: written,
  card_taken_back: 'the key of card_refund and card_chargeback',
  chain_fee: written,
  conversion: openOrder,
  crypto_other_currency: youngRows,
  crypto_payin: youngRows,
  fee_of: written,
  forgotten_order: 'asked for while the bank or the acquirer can send it back, which ends before a month is archived',
  ledger_entries: 'a table',
  money_claimed: 'read from the operations of balances',
  outside_spend_back: asKey,
  partner_fee_canceled: written,
  partner_fee_released: written,
  payout: openOrder,
  payout_by_hand: "an operator's action",
  payout_conflict: 'an alarm',
  referral_payout: asKey,
  refund: 'the key of refund_to_balance, which stays',
  small_deposit: youngRows,
};

test('law 9, entries of every kind that is read back stay when their month is archived', () => {
  const read = new Set<string>();
  for (const path of globSync('**/*.ts', { cwd: server, exclude: ['**/*.test.ts', '**/fixtures/**'] })) {
    const text = readFileSync(`${server}${path}`, 'utf8');
    if (!/readEntry\(|reverseEntry\(|ledgerEntries|ledger_entries|ledger_lines/.test(text)) continue;
    for (const [, name = ''] of text.matchAll(/['"`]([a-z_]+)(?=['"`:])/g)) if (names.has(name)) read.add(name);
  }
  expect(read.size).toBeGreaterThan(30);
  expect([...read].filter((name) => !keptKinds.includes(name)).toSorted()).toEqual(Object.keys(notKept));
  expect(keptKinds.filter((name) => !names.has(name))).toEqual([]);
});
