import { expect, test } from 'vitest';
import type { AppContext } from '../../context.ts';
import { readBalance } from '../../ledger/balances.ts';
import { paths } from '../../ledger/paths.ts';
import { recoverAddresses } from '../address-recovery/recover-addresses.ts';
import { currentAddress } from '../balance-deposits/current-address.ts';
import { agreeWithChain } from '../chain-wallets/agree-with-chain.ts';
import { addClient } from '../clients/add-client.ts';
import { confirmEmail } from '../clients/store.ts';
import { openNumberedWorld } from '../operating/fixtures/forget-bytes.ts';
import { releasePayouts } from '../operating/release-payouts.ts';
import { copyDatabase } from '../orders/fixtures/restore-copy.ts';
import { beginWork } from '../payout-holds/fixtures/begin-work.ts';
import { listHolds } from '../payout-holds/store.ts';
import { compareWithOutside } from '../reconciliation/reconcile.ts';
import { ageLooks } from '../chain-wallets/fixtures/age-looks.ts';
import { collectDeposits } from './collect-deposits.ts';
import { ethereumDeposits } from './ethereum-deposits.ts';
import { scanDeposits } from './scan-deposits.ts';

const { world } = await openNumberedWorld();
const { context, sandbox } = world;
await scanDeposits(context, ethereumDeposits);

async function collect(own: AppContext) {
  for (let look = 0; look < 4; look += 1) {
    ageLooks();
    await scanDeposits(own, ethereumDeposits);
    await collectDeposits(own);
    await sandbox.mine('ethereum', 13);
  }
}

async function recover(own: AppContext, days = 0) {
  const clock = { now: () => new Date(Date.now() + days * 24 * 3_600_000) };
  for (let turn = 0; turn < 3; turn += 1) await recoverAddresses({ ...own, clock });
  await scanDeposits(own, ethereumDeposits);
}

/** A client who is not in the copy registers again with the same e-mail. */
async function registerAgain(own: AppContext, email: string) {
  return own.db.transaction().execute(async (trx) => {
    const registered = { email, passwordHash: 'not used', language: 'en', partnerKey: null, referrerId: '' } as const;
    const clientId = await addClient(own, trx, registered);
    if (clientId === undefined) throw new Error('The forgotten client is there.');
    await confirmEmail(trx, { clientId, email, level: 'identity', confirmedAt: new Date() });
    return trx.selectFrom('clients').select('niceId').where('clientId', '=', clientId).executeTakeFirstOrThrow();
  });
}

test.each([
  ['ETH', 'is in the copy', '0.2', 200_000_000_000_000_000n],
  ['USDT', 'is in the copy', '500', 500_000_000n],
  ['USDT', 'registers again', '500', 500_000_000n],
] as const)(
  'a collection that was read before its address was made again is no money of the house: %s, whose client %s',
  async (currency, who, amount, units) => {
    let start = await copyDatabase(world);
    const client = await world.signInClient();
    if (who === 'is in the copy') start = await copyDatabase(world);
    const { clientId } = client;
    const { address } = await currentAddress(context, { clientId, chain: 'ethereum', currency, isNew: true });
    await sandbox.send('ethereum', { address, amount, asset: currency });
    await sandbox.mine('ethereum', 3);
    await collect(context);
    expect(await compareWithOutside(context)).toEqual([]);
    const { context: later } = await start();
    await beginWork(later);
    await scanDeposits(later, ethereumDeposits);
    await recover(later);
    const again = who === 'is in the copy' ? client : await registerAgain(later, client.email);
    if (who === 'registers again') await recover(later, 2);
    ageLooks();
    await agreeWithChain(later, 'ethereum');
    // The gas that the hot wallet sent to the address.
    const holds = (await listHolds(later.db, 'ethereum')).length > 0;
    if (holds) await releasePayouts(later, { chain: 'ethereum', operator: 'grace', own: '1' });
    await collect(later);
    expect(await readBalance(later.db, paths.client(again.niceId), currency)).toBe(units);
    expect(await compareWithOutside(later)).toEqual([]);
  },
);
