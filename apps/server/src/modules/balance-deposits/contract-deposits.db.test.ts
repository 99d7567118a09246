import { sql } from 'kysely';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { collectDeposits } from '../chain-payins/collect-deposits.ts';
import { findContractEther } from '../chain-payins/contract-ether.ts';
import { expectSound } from '../orders/fixtures/expect-sound.ts';
import { compareWithOutside } from '../reconciliation/reconcile.ts';
import { openDepositWorld } from './fixtures/open-deposit-world.ts';

const world = await openDepositWorld();
const { context, sandbox, has, mine } = world;
const { db } = context;
await world.fundWallet('5', 'ETH');
/** Blocks in which ether of a contract is found, credited, collected, and the collection settled. */
const rounds = 40;
const tenth = 10n ** 17n;
afterEach(async () => {
  await expectSound(world);
  expect(await compareWithOutside(context)).toEqual([]);
});

async function depositor(currency = 'ETH') {
  await world.scan();
  const client = await world.signInClient();
  const { address } = await world.ask(client, { currency, group: 'ethereum' });
  const byContract = (amount: string) => sandbox.send('ethereum', { address, amount, by_contract: true });
  const send = (amount: string, asset = currency) => sandbox.send('ethereum', { address, amount, asset });
  return { client, address, byContract, send };
}

type Depositor = Awaited<ReturnType<typeof depositor>>;

/** Block after block, with all that the workers do. @returns what the balance had meanwhile */
async function live({ client }: Depositor, blocks = rounds): Promise<Set<bigint>> {
  const seen = new Set<bigint>();
  for (let block = 0; block < blocks; block += 1) {
    await mine(1, 'ethereum');
    await collectDeposits(context);
    seen.add(await has(client, 'ETH'));
  }
  return seen;
}

const movementsOf = async ({ address }: Depositor) =>
  db
    .selectFrom('accountTransactions')
    .innerJoin('depositAddresses', 'depositAddresses.addressId', 'accountTransactions.addressId')
    .select(['purpose', 'currency'])
    .where('address', '=', address)
    .where('status', '=', 'settled')
    .orderBy('accountTransactions.createdAt')
    .execute();

describe('ether that contracts send to an address that is shown for good', { timeout: 120_000 }, () => {
  test('comes to the balance each time, also after a collection, and once', async () => {
    const one = await depositor();
    await one.byContract('0.5');
    expect(await live(one)).toEqual(new Set([0n, 5n * tenth]));
    expect(await movementsOf(one)).toEqual([{ purpose: 'collect', currency: 'ETH' }]);
    await one.byContract('0.3');
    expect(await live(one)).toEqual(new Set([5n * tenth, 8n * tenth]));
  });

  test('while an earlier deposit is on its way home, each counts for what it brought', async () => {
    const one = await depositor();
    await one.send('0.4');
    await live(one, 13);
    await one.byContract('0.2');
    await live(one, 1);
    await one.byContract('0.1');
    await live(one);
    expect(await has(one.client, 'ETH')).toBe(7n * tenth);
  });

  test('gas for tokens, and what is left of it, are not the client’s', async () => {
    const one = await depositor('USDT');
    await one.send('500');
    expect(await live(one)).toEqual(new Set([0n]));
    expect(await movementsOf(one)).toEqual([
      { purpose: 'gas', currency: 'ETH' },
      { purpose: 'collect', currency: 'USDT' },
    ]);
    expect(await has(one.client, 'USDT')).toBe(500_000_000n);
    await one.byContract('0.3');
    expect(await live(one)).toEqual(new Set([0n, 3n * tenth]));
  });

  test('is found however long ago the client looked at its address', async () => {
    const one = await depositor();
    const longAgo = new Date(context.clock.now().getTime() - 400 * 86_400_000);
    await db.updateTable('balanceAddresses').set({ askedAt: longAgo, createdAt: longAgo }).execute();
    await one.byContract('0.5');
    // To the end of what is on its way, from the test before too: the books agree with the chain only then.
    await live(one);
    expect(await has(one.client, 'ETH')).toBe(5n * tenth);
  });
});

test('a look asks for no more addresses than it may, and each has its turn', async () => {
  const { client } = await depositor();
  await mine(1, 'ethereum');
  await sql`
    insert into deposit_addresses (address_id, chain, address, key_index, key_path, client_id, created_at)
    select gen_random_uuid(), 'ethereum', '0x' || lpad(to_hex(number), 40, 'a'), 1000000 + number, 'm', ${client.clientId}, now() - interval '1 year'
    from generate_series(1, 60) as number
  `.execute(db);
  const left = async () => {
    const { rows } = await sql`
      select 1 from deposit_addresses where balance_block is null and key_index > 1000000
    `.execute(db);
    return rows.length;
  };
  const asked = vi.spyOn(context.providers.evm, 'getBalance');
  const seen = [await left()];
  for (let look = 0; look < 3; look += 1) {
    asked.mockClear();
    await findContractEther(context);
    expect(asked.mock.calls.length).toBeLessThanOrEqual(125);
    seen.push(await left());
  }
  asked.mockRestore();
  expect(seen).toEqual([60, 35, 10, 0]);
});
