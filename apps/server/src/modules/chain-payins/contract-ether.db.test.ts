import { afterEach, describe, expect, test } from 'vitest';
import { drainJobs } from '../../jobs/drain-jobs.ts';
import { readBalance } from '../../ledger/balances.ts';
import { paths } from '../../ledger/paths.ts';
import { allJobs } from '../../worker.ts';
import { expectSound } from '../orders/fixtures/expect-sound.ts';
import { openOrderWorld } from '../orders/fixtures/open-order-world.ts';
import { compareWithOutside } from '../reconciliation/reconcile.ts';
import { ethereumDeposits } from './ethereum-deposits.ts';
import { scanDeposits } from './scan-deposits.ts';
import { findContractEther } from './contract-ether.ts';

const world = await openOrderWorld();
const { context, sandbox } = world;
const { db } = context;
const settled = 12;
afterEach(async () => {
  await expectSound(world);
  expect(await compareWithOutside(context)).toEqual([]);
});

const scan = () => scanDeposits(context, ethereumDeposits);
async function mine(blocks: number): Promise<void> {
  await sandbox.mine('ethereum', blocks);
  await scan();
}

async function sell() {
  await scan();
  const client = await world.signInClient();
  const { order } = await world.buy(client.access, {
    payin_currency: 'ETH',
    payin_group: 'ethereum',
    payin_amount: '0.5',
    payout_currency: 'EUR',
    payout_group: 'balance',
    dst_address: '',
  });
  const niceId = order.nice_id;
  return { client, niceId, address: String((await world.read(niceId, client.access))['crypto_address']) };
}
const byContract = (address: string, amount: string) =>
  sandbox.send('ethereum', { address, amount, by_contract: true });
const read = async (niceId: string, access: string) => world.read(niceId, access);
const depositsOf = async (niceId: string) =>
  db
    .selectFrom('deposits')
    .innerJoin('orders', 'orders.orderId', 'deposits.orderId')
    .select(['deposits.txid', 'deposits.amount', 'deposits.status'])
    .where('niceId', '=', niceId)
    .execute();

describe('ether that a contract sends is found by what the address has', () => {
  test('it pays its order once its block is settled, once, and shows no transaction', async () => {
    const { client, niceId, address } = await sell();
    await byContract(address, '0.5');
    await mine(settled - 2);
    expect((await read(niceId, client.access)).status).toBe('payin_pending');
    await mine(2);
    await Promise.all([findContractEther(context), findContractEther(world.jobContext), scan()]);
    await mine(3);
    expect(await read(niceId, client.access)).toMatchObject({ status: 'finished', payin_txid: '', payin_tx_link: '' });
    expect(await depositsOf(niceId)).toMatchObject([{ amount: 500_000_000_000_000_000n }]);
    expect(await readBalance(db, paths.client(client.niceId), 'EUR')).toBeGreaterThan(0n);
  });

  test('beside a transaction of the usual kind each counts for what it brought', async () => {
    const { client, niceId, address } = await sell();
    await sandbox.send('ethereum', { address, amount: '0.2' });
    await byContract(address, '0.3');
    await mine(settled + 1);
    expect((await read(niceId, client.access)).status).toBe('finished');
    expect(new Set((await depositsOf(niceId)).map(({ amount }) => amount / 10n ** 17n))).toEqual(new Set([2n, 3n]));
    await mine(2);
    expect(await depositsOf(niceId)).toHaveLength(2);
  });

  test('a reorganisation before it is settled leaves nothing, and what comes again counts once', async () => {
    const { client, niceId, address } = await sell();
    const txid = await byContract(address, '0.5');
    await mine(3);
    await sandbox.reorganise('ethereum', 3, [txid]);
    await mine(settled + 2);
    expect(await depositsOf(niceId)).toEqual([]);
    await byContract(address, '0.5');
    await mine(settled + 1);
    expect((await read(niceId, client.access)).status).toBe('finished');
    expect(await depositsOf(niceId)).toHaveLength(1);
  });

  test('what was brought home is not found again', async () => {
    const { niceId, address } = await sell();
    await byContract(address, '0.5');
    await mine(settled + 1);
    await world.fundWallet('1', 'ETH');
    for (let count = 0; count < 4; count += 1) {
      await drainJobs(
        context,
        world.boss,
        allJobs.filter(({ definition }) => definition.name === 'collect-deposits'),
        { isEarly: true },
      );
      await mine(settled + 1);
    }
    expect(await depositsOf(niceId)).toHaveLength(1);
  });
});
