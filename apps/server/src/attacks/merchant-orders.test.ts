import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const source = join(import.meta.dirname, '..');

/**
 * Where orders are looked up by their client, a merchant's are among them: those of a payer who typed an e-mail address
 * and is not signed in. Such a place leaves them out, or says here why they belong there.
 */
const included: Readonly<Record<string, string>> = {
  'modules/account-parts/row-owner.ts': 'Names whose a row is, for tests of what an end leaves.',
  'modules/balance-operations/store.ts': 'Entries of the balance, whatever brought them.',
  'modules/balance-overview/read-balance.ts': 'What is kept of a balance, which pays no merchant’s order.',
  'modules/balance-payins/approve-order.ts': 'No merchant’s order is paid from a balance.',
  'modules/balance-payins/balance-payin.ts': 'No merchant’s order is paid from a balance.',
  'modules/books/books-laws.ts': 'The books are compared as a whole.',
  'modules/clients/client-account.ts': 'A payer is forgotten when it has no order of any kind.',
  'modules/closing/erase-deleted.ts': 'An erased client is erased with all its orders.',
  'modules/losses/decided-holds.ts': 'A loss is followed to whatever its money was used for.',
  'modules/losses/hold-for-others.ts': 'A loss is followed to whatever its money was used for.',
  'modules/merchants/open-buyer.ts': 'Opens the client of such orders, and hands them to who confirms the address.',
  'modules/order-lifecycle/insert-refund.ts': 'The refund of one order goes to its own client.',
  'modules/settlement/refund.ts': 'Money that is under way to a client holds its account open.',
  'modules/statements/read-statement.ts': 'Entries of the balance, whatever brought them.',
  'modules/support/open-case.ts': 'A case may name any order.',
  'modules/transactions/store.ts': 'The list shows a client what was bought under its confirmed address.',
};

const isOfOrders = (text: string) => /\('orders'|\b(?:from|join|update) orders\b/.test(text);
const isByClient = (text: string) => /where\('(?:orders\.)?clientId'|\bclient_id = /.test(text);

test('A-013 a place that looks for orders by their client leaves out those of merchants’ payers, or says why not', () => {
  const paths = globSync('**/*.ts', { cwd: source }).filter((path) => !/\.test\.|fixtures|generated/.test(path));
  const found = paths.filter((path) => {
    const text = readFileSync(join(source, path), 'utf8');
    return isOfOrders(text) && isByClient(text) && !/isMerchant|is_merchant/.test(text);
  });
  expect(found.toSorted()).toEqual(Object.keys(included).toSorted());
});
