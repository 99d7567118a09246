import { beforeAll, describe, expect, test } from 'vitest';
import { readBalance } from '../../ledger/balances.ts';
import { paths } from '../../ledger/paths.ts';
import { hashPassword, savePassword } from '../clients/passwords/password.ts';
import { deleteAccount } from '../closing/delete-account.ts';
import { expectSound } from '../orders/fixtures/expect-sound.ts';
import { openOrderWorld } from '../orders/fixtures/open-order-world.ts';
import { openShop } from './fixtures/buy-at-shop.ts';
import { newAddress, openLateCoins } from './fixtures/late-coins.ts';

const world = await openOrderWorld();
const { context } = world;
const { db } = context;

beforeAll(async () => void (await openShop(world)), 60_000);

const { waiting, lose, win, claim, both } = openLateCoins(world);

const onBalance = async (account: { niceId: string }) => (await both(account))[0] ?? 0n;

const move = ({ clientId }: { clientId: string }, email: string) =>
  db.updateTable('clients').set({ email }).where('clientId', '=', clientId).execute();

/** What waits for a payer is held of it for a loss, and an account claims the payer's orders meanwhile. */
async function claimHeld() {
  const { email, coins, payer } = await waiting();
  const amount = await onBalance(payer);
  expect(amount).toBeGreaterThan(0n);
  await lose(coins);
  return { email, coins, payer, amount, owner: await claim(email) };
}

describe('what an account has claimed of a payer is that account’s, whatever its address is by then', () => {
  test('what is won goes to it, and none of it to who confirms the address later', async () => {
    const { email, coins, payer, amount, owner } = await claimHeld();
    await move(owner, newAddress());
    const stranger = await claim(email);
    await win(coins);
    await world.work();
    expect([await onBalance(payer), await onBalance(stranger)]).toEqual([0n, 0n]);
    expect(await onBalance(owner)).toBeGreaterThanOrEqual(amount);
    await expectSound(world);
  });

  test('who orders under the address after that is another payer', async () => {
    const { email, owner } = await claimHeld();
    await move(owner, newAddress());
    const before = await onBalance(owner);
    const amount = await onBalance((await waiting(email)).payer);
    const next = await claim(email);
    expect([amount > 0n, await onBalance(next), await onBalance(owner)]).toEqual([true, amount, before]);
  });

  test('where it was closed meanwhile it is set aside for a person, with an alarm', async () => {
    const { coins, payer, amount, owner } = await claimHeld();
    const password = 'correct horse battery';
    await savePassword(db, owner.clientId, await hashPassword(password));
    await deleteAccount(context, { clientId: owner.clientId, password, isAgree: true });
    await win(coins);
    await world.work();
    const aside = await readBalance(db, paths.unplaced(owner.niceId), 'BTC');
    const alarms = await db.selectFrom('alarms').select('subject').where('kind', '=', 'client_closed').execute();
    expect([await onBalance(payer), aside >= amount]).toEqual([0n, true]);
    expect(alarms).toContainEqual({ subject: owner.niceId });
  });

  test('the database gives a payer whose orders are claimed no address', async () => {
    const { email, payer } = await waiting();
    await claim(email);
    const back = db.updateTable('clients').set({ payerEmail: email }).where('clientId', '=', payer.clientId).execute();
    await expect(back).rejects.toMatchObject({ constraint: 'clients_claimed_without_address' });
  });
});
