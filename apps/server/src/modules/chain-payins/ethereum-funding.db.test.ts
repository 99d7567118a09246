import { afterEach, expect, test } from 'vitest';
import { readBalance } from '../../ledger/balances.ts';
import { paths } from '../../ledger/paths.ts';
import { hotWallet } from '../chain-wallets/wallets.ts';
import { openOrderWorld } from '../orders/fixtures/open-order-world.ts';
import { compareWithOutside } from '../reconciliation/reconcile.ts';
import { ethereumDeposits } from './ethereum-deposits.ts';
import { scanDeposits } from './scan-deposits.ts';

const world = await openOrderWorld();
const { context, sandbox } = world;
const { db } = context;
const { address } = hotWallet(context.config);
const scan = () => scanDeposits(context, ethereumDeposits);
const funded = async (txid: string) =>
  (await db.selectFrom('deposits').select('status').where('txid', '=', txid).execute()).map(({ status }) => status);
await scan();

afterEach(async () => {
  expect(await world.compare()).toEqual([]);
  expect(await compareWithOutside(context)).toEqual([]);
});

test.each([
  ['ETH', '3', 3n * 10n ** 18n],
  ['USDT', '700', 700n * 10n ** 6n],
])(
  'lost is lost: a funding of the hot wallet in %s is booked once, and follows a reorganisation',
  async (asset, sum, amount) => {
    const treasury = () => readBalance(db, paths.treasury, asset);
    const before = await treasury();
    const txid = await sandbox.send('ethereum', { address, amount: sum, asset });
    await scan();
    expect((await treasury()) - before).toBe(0n);
    await sandbox.mine('ethereum', 3);
    await Promise.all([scan(), scanDeposits(world.jobContext, ethereumDeposits)]);
    await scan();
    expect((await treasury()) - before).toBe(amount);

    await sandbox.reorganise('ethereum', 3);
    await scan();
    expect(await funded(txid)).toEqual(['lost']);
    expect(await compareWithOutside(context)).toEqual([]);
    await sandbox.mine('ethereum', 1);
    await scan();
    expect(await funded(txid)).toEqual(['credited']);
    expect((await treasury()) - before).toBe(amount);

    await sandbox.mine('ethereum', 12);
    await scan();
    await scan();
    expect(await funded(txid)).toEqual(['settled']);
    expect((await treasury()) - before).toBe(amount);
    const gone = await sandbox.send('ethereum', { address, amount: sum, asset });
    await sandbox.mine('ethereum', 3);
    await scan();
    await sandbox.reorganise('ethereum', 3, [gone]);
    await scan();
    expect(await funded(gone)).toEqual(['lost']);
    const alarms = db
      .selectFrom('alarms')
      .select('kind')
      .where('subject', 'like', `${gone}%`)
      .where('clearedAt', 'is', null);
    expect(await alarms.execute()).toEqual([{ kind: 'deposit_lost' }]);
  },
);
