import { readdir, readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';

const modules = new URL('../', import.meta.url);
const skipped = /\.test\.ts$|\/fixtures\/|\/seed-/;

/**
 * Every loop of the rooms that awaits something, by file, with the reason why an error in one turn harms no other row.
 * Rows of several owners are not listed: they go through settleEach.
 */
const loops: Readonly<Record<string, string>> = {
  'acquirer-payins/book-won.ts': 'losses of one order',
  'acquirer-payins/results/apply-card-payment.ts': 'routes, when the server starts',
  'acquirer-payins/watch-credited-payments.ts': 'pages of payments, which the database alone writes',
  'address-recovery/recover-addresses.ts': 'pages of clients; the clients of a page go through settleEach',
  'addresses/own-address.ts': 'tries of one address',
  'affiliate/release-rewards.ts': 'rewards of one order; those of several go through settleEach',
  'alarms/raise-alarm.ts': 'alarms, which the database alone writes',
  'alarms/settle-each.ts': 'the helper itself',
  'auth/claim-address.ts': 'rooms asked about one client',
  'auth/log-out.ts': 'sessions of one client',
  'auth/access-token.ts': 'keys of one token',
  'bank-payins/collect-transfers.ts': 'pages of the bank; the lines of a page go through settleEach',
  'bank-payins/outside-returns.ts': 'transfers of one order',
  'bank-payins/watch-returns.ts': 'one statement for each page, until one has transfers; they go through settleInTurns',
  'bank-payins/credit-transfers.ts': 'transfers of one order',
  'books/archive-month.ts': 'tables of one command of a person',
  'books/month-file.ts': 'rows of one file',
  'books/months.ts': 'months of the books',
  'books/restore-month.ts': 'tables of one command of a person',
  'card-payouts/store.ts': 'turns of one pay-out',
  'cards/delete-card.ts': 'cards of one client',
  'cards/keep-card.ts': 'acquirers asked for one card',
  'chain-payins/bitcoin-deposits.ts': 'blocks; a node that cannot answer with one is asked again',
  'chain-payins/ethereum-deposits.ts': 'blocks; a node that cannot answer with one is asked again',
  'chain-payins/deposit-losses.ts': 'losses of one order',
  'chain-payins/follow-collections.ts': 'deposits of one address',
  'chain-payins/follow-deposits.ts': 'deposits of one order',
  'chain-payins/lost-deposits.ts': 'losses of one order',
  'chain-payins/contract-ether.ts': "funds of the house's wallet, and lost deposits of one address",
  'chain-payins/scan-deposits.ts': 'payments of one transaction',
  'chain-payins/store.ts': 'slices of one question',
  'chain-payouts/account-chain.ts': 'numbers of one forgotten transaction, by a command',
  'chain-payouts/build-payout.ts': 'alarms and tries of one pay-out',
  'chain-payouts/network-cost.ts': 'options, whose costs the database alone keeps',
  'chain-payouts/scan-wallet.ts': 'outputs of the house',
  'chain-payouts/utxo/bump-fee.ts': 'transactions that pay for one pay-out',
  'chain-payouts/utxo/earlier-bytes.ts': 'earlier bytes of one pay-out',
  'chain-payouts/utxo/replace-bytes.ts': 'inputs of one pay-out',
  'chain-payouts/utxo/store.ts': 'inputs of one pay-out',
  'chain-wallets/agree-with-chain.ts':
    "blocks and holds of the house's wallets; chains, of which each catches its fault",
  'chain-wallets/bitcoin-spends.ts': "spends of the house's wallets",
  'chain-wallets/ethereum-spends.ts': "spends of the house's wallets",
  'chain-wallets/record-look.ts': 'attempts of one transaction',
  'chain-wallets/waiting-transactions.ts': 'transactions that wait at a node, not yet of a client',
  'client-keys/client-keys.ts': 'one command of a person',
  'clients/codes/email-code.ts': 'counters of one address, until one has room',
  'closing/delete-account.ts': 'rooms asked about one client',
  'closing/erase-deleted.ts': 'tables of one client',
  'data-export/write-archive.ts': 'tables and rows of one client',
  'documents/parts/upload-parts.ts': 'parts of one file',
  'documents/seal-bytes.ts': 'slices of one file',
  'documents/sweep-documents.ts': 'a short list of rules; each settles its files alone',
  'idempotency/answer-once.ts': 'tries of one call',
  'identity-checks/end-applicants.ts': 'applicants of one client',
  'identity-checks/apply-verdict.ts': 'answers about one check',
  'limits/store.ts': 'currencies of one client',
  'live/store.ts': 'pages of changes, which the database alone takes',
  'losses/hold-for-others.ts': 'losses of one client, in the transaction that frees its money',
  'losses/spent-money.ts': 'orders that one loss was followed to',
  'merchants/open-buyer.ts': 'payers that one account has claimed, in one transaction',
  'monitoring/watch-ages.ts': 'looks and alarms, of which each catches its fault',
  'operating/blocked-payouts.ts': 'one command of a person',
  'operating/decide-held-order.ts': 'one command of a person',
  'operating/forgotten/book-forgotten.ts': 'one command of a person',
  'operating/forgotten/end-secrets.ts': 'clients of one log, who are ended all or none',
  'operating/kept-money.ts': 'one command of a person',
  'operating/load-sanctions.ts': 'one command of a person',
  'operating/outside-payouts.ts': 'one command of a person',
  'operating/release-payouts.ts': 'one command of a person',
  'operating/reseal.ts': 'one command of a person',
  'operating/unplaced-transfers.ts': 'rows that one command of a person shows',
  'operators/operators.ts': 'operators of one log, who are ended all or none',
  'order-lifecycle/change-status.ts': 'notices of one order',
  'order-lifecycle/notify-held.ts': 'clients whose balances hold what one loss is followed to',
  'order-lifecycle/payout-method.ts': 'tables, and alarms, of one restore',
  'order-lifecycle/refund-payout.ts': 'losses of one order',
  'orders/sweep-orders.ts':
    'pages of one source, which goes through settleEach; alarms, which the database alone writes',
  'owner-proof/complete-act.ts': 'tables of one client',
  'partner-fees/partner-fee.ts': 'shares of one fee',
  'partner-webhooks/deliver-webhook.ts': 'jobs, which the database alone writes',
  'payin-methods/refund-money.ts': 'refunds of one order',
  'payout-holds/agree-with-provider.ts': 'payouts of one provider, any of which holds all others',
  'payout-holds/check-epoch.ts': 'chains and providers of the house',
  'price-history/fill-price-history.ts': 'two lists of one market, whose fault is caught',
  'partners/partner-secrets.ts': 'keys that one command of a person names',
  'rates/watch-prices.ts': 'alarms, which the database alone writes',
  'reconciliation/accounts-pass.ts': 'pages of one sum',
  'reconciliation/compare-accounts.ts': 'currencies and pages of one sum',
  'reconciliation/compare-bank.ts': 'balances of one bank; its transfers go through settleEach',
  'reconciliation/compare-cards.ts': 'pages; the orders of a page go through settleEach; pages of one list',
  'reconciliation/compare-wallet.ts': 'looks of one sum',
  'reconciliation/reconcile.ts': 'chains of the house',
  'referral-rewards/credit-rewards.ts': 'levels of one order',
  'referral-rewards/referral-account.ts': 'rewards of one client',
  'referral-rewards/reward-row.ts': 'rewards of one order',
  'screening/sanctions-list.ts': 'slices of one list',
  'unknown-coins/find-unknown-coins.ts':
    'blocks; a node that cannot tell one is asked again; coins, which the database alone keeps',
  'sessions/end-sessions.ts': 'tables of one client',
  'settlement/exchange-order.ts': 'money of one order; orders of one command of a person',
  'losses/decided-holds.ts': 'locks of one loss, once more where an order was made meanwhile',
  'losses/end-loss.ts': 'holds of one loss',
  'losses/follow-loss.ts': 'holds of one loss',
  'settlement/refund.ts': 'money of one order',
  'support/open-case.ts': 'tries of one number',
  'verification/decide-wizard.ts': 'files of one case',
  'verification/submit-files.ts': 'files of one wizard',
  'verification/upload-document.ts': 'files of one wizard',
  'verification/verification-account.ts': 'files of one client',
};

/** Whether a loop awaits: in its head, or before the indentation of its line returns. */
function waits(lines: readonly string[], at: number): boolean {
  const line = lines[at] ?? '';
  const indent = line.search(/\S/);
  const end = lines.findIndex((next, index) => index > at && next.trim() !== '' && next.search(/\S/) <= indent);
  return /\bawait\b/.test(lines.slice(at, end === -1 ? undefined : end).join('\n'));
}

test('everybody settles alone: no loop over rows waits without the helper', async () => {
  const files = (await readdir(modules, { recursive: true })).filter(
    (file) => file.endsWith('.ts') && !skipped.test(file),
  );
  const waiting: string[] = [];
  for (const file of files) {
    const lines = (await readFile(new URL(file, modules), 'utf8')).split('\n');
    const isLoop = (line: string) => /(^\s*|\) )(for|while) (await )?\(/.test(line);
    if (lines.some((line, at) => isLoop(line) && waits(lines, at))) waiting.push(file);
  }
  expect(waiting.toSorted()).toEqual(Object.keys(loops).toSorted());
});
