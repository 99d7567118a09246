import { describe, expect, test } from 'vitest';
import { copyDatabase } from '../orders/fixtures/restore-copy.ts';
import { beginWork } from '../payout-holds/fixtures/begin-work.ts';
import { openWithdrawalWorld, toBank } from './fixtures/open-withdrawal-world.ts';

const world = await openWithdrawalWorld({ connections: 4 });
await world.fundWallet('3');
const { context, approved, cancel, held, clientWith, sandbox } = world;
await beginWork(context);

const chainPayouts = async (address: string) =>
  (await sandbox.journal()).chain_out.filter((row) => row.address === address).length;

// A client cancels an approved withdrawal that has not left yet (a wrong address, or a thief's), reads "canceled", gets
// an e-mail that says so, and has the money on the balance. A copy of before the cancel is put back: nothing outside
// says that it was canceled, the holds end by themselves, and the money is sent to the address that its owner had
// refused. It cannot be brought back. Neither the runbook nor the security log names what was canceled.
describe('law 3, a withdrawal that was canceled after the copy does not leave by itself after the restore', () => {
  test('on a chain', async () => {
    const client = await clientWith(1_000_000n);
    const address = await sandbox.outsideAddress('bitcoin');
    const niceId = await approved(client, { payin_amount: '0.003', dst_address: address });
    const restore = await copyDatabase(world);
    expect((await cancel(client, niceId)).body).toMatchObject({ success: 1, order: { status: 'canceled' } });
    expect(await held(client)).toBe(1_000_000n);
    await world.work();
    expect(await chainPayouts(address)).toBe(0);

    const restored = await restore();
    await beginWork(restored.context);
    for (let turn = 0; turn < 4; turn += 1) await restored.work({ isEarly: true });
    expect(await chainPayouts(address)).toBe(0);
  });

  test('at the bank', async () => {
    const client = await clientWith(30_000n, 'EUR');
    const niceId = await approved(client, { ...toBank, payin_amount: '120' });
    const restore = await copyDatabase(world);
    expect((await cancel(client, niceId)).body).toMatchObject({ success: 1, order: { status: 'canceled' } });
    await world.work();
    expect(await sandbox.bankPayouts(niceId)).toEqual([]);

    const restored = await restore();
    await beginWork(restored.context);
    for (let turn = 0; turn < 4; turn += 1) await restored.work({ isEarly: true });
    expect(await sandbox.bankPayouts(niceId)).toEqual([]);
  });
});
