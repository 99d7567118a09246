import { formatUnits } from '@causeway/domain/currencies/format-units';
import { expect, test } from 'vitest';
import { readBalance } from '../../ledger/balances.ts';
import { paths } from '../../ledger/paths.ts';
import { openLossWorld, toBank } from '../losses/fixtures/open-loss-world.ts';
import { beginWork } from '../payout-holds/fixtures/begin-work.ts';
import { compareWithOutside, reconcile } from '../reconciliation/reconcile.ts';
import { settleByHand } from './blocked-payouts.ts';

const { world, spend } = await openLossWorld();
const { context, sandbox } = world;
const { bank } = context.providers;
await beginWork(context);
const operator = 'grace';

test.each([
  ['the second', 'the own'],
  ['the own', 'the second'],
])(
  'what the bank has beside the pay-out of an order that has ended is booked, and of both the last back is the client’s: %s first',
  async (before) => {
    const client = await world.signInClient();
    await world.giveBalance(client, 500_000n, 'BTC');
    const niceId = await spend(client, 500_000n, toBank);
    await world.work();
    await world.until(niceId, 'finished');
    const payouts = context.db.selectFrom('bankPayouts').innerJoin('orders', 'orders.orderId', 'bankPayouts.orderId');
    const own = payouts.select(['amount', 'iban', 'beneficiary', 'outsideId']).where('niceId', '=', niceId);
    const { amount, iban, beneficiary: beneficiaryName, outsideId } = await own.executeTakeFirstOrThrow();
    const made = { reference: niceId, iban, beneficiaryName, amount: formatUnits(amount, 'EUR'), currency: 'EUR' };
    const { id } = await bank.createPayout({ ...made, key: `second ${niceId}`, description: '' });
    const euros = (path: string) => readBalance(context.db, path, 'EUR');
    const treasury = await euros(paths.treasury);
    await settleByHand(context, { niceId, operator, proof: id });
    await expect(settleByHand(context, { niceId, operator, proof: id })).rejects.toThrow('booked already');
    expect([await compareWithOutside(context), treasury - (await euros(paths.treasury))]).toEqual([[], amount]);
    const names = before === 'the second' ? [id, outsideId ?? ''] : [outsideId ?? '', id];
    const balances: bigint[] = [];
    for (const name of names) {
      await sandbox.endBankPayout(name, 'returned', 0);
      for (let turn = 0; turn < 2; turn += 1) await reconcile(context, { pauseMs: 0 });
      balances.push(await euros(paths.client(client.niceId)));
    }
    expect([balances, await compareWithOutside(context)]).toEqual([[0n, amount], []]);
    expect(await euros(paths.treasury)).toBe(treasury);
  },
);
