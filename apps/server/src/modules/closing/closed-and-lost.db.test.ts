import { afterEach, expect, test } from 'vitest';
import { readBalance } from '../../ledger/balances.ts';
import { paths } from '../../ledger/paths.ts';
import { findBooksFaults } from '../books/check-books.ts';
import { openDepositWorld } from '../balance-deposits/fixtures/open-deposit-world.ts';
import { hashPassword, savePassword } from '../clients/passwords/password.ts';
import { chainSettings } from '../../providers/chain-settings.ts';
import { expectSound } from '../orders/fixtures/expect-sound.ts';
import { compareWithOutside } from '../reconciliation/reconcile.ts';
import { deleteAccount } from './delete-account.ts';

// A deposit too small for any payout stayed behind with the closed account of its client, and leaves the chain then.
const world = await openDepositWorld();
const { context, sandbox } = world;
const { db } = context;
const deep = chainSettings(context.config, 'bitcoin').balanceConfirmations;
const password = 'correct horse battery';
const passwordHash = await hashPassword(password);
afterEach(async () => {
  await expectSound(world);
  expect(await compareWithOutside(context)).toEqual([]);
});

test('a deposit that had waited is lost after its client has left: the books have no fault', async () => {
  const client = await world.signInClient();
  await savePassword(db, client.clientId, passwordHash);
  const { address } = await world.ask(client);
  const txid = await sandbox.send('bitcoin', { address, amount: '0.00002' });
  await world.confirm();
  await deleteAccount(context, { clientId: client.clientId, password, isAgree: true });
  await sandbox.reorganise('bitcoin', deep, [txid]);
  await world.scan();
  expect(await readBalance(db, paths.lostDeposits, 'BTC')).toBe(-2000n);
  expect(await readBalance(db, paths.unplaced(client.niceId), 'BTC')).toBe(2000n);
  expect(await findBooksFaults(db)).toEqual([]);
});
