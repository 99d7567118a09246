import type { AppContext } from '../../context.ts';
import type { Executor } from '../../database/db.ts';
import { emailNow, findClient } from '../clients/store.ts';
import { queueEmail } from '../emails/queue-email.ts';
import { wantsEmails } from '../notifications/store.ts';
import { OperatorFault, recordAction } from '../operators/record-action.ts';
import { coinsPath, findNetworkNode } from '../other-coins/other-coins.ts';
import { spellTxid } from '../../providers/chain-settings.ts';
import type { EvmNode, EvmTransaction } from '../../providers/evm/port.ts';
import { clearWhenSettled } from './record-unknown-coins.ts';

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Coins that wait for a person, the oldest first, as a person reads them; whose they are says `find-address`. */
export async function listCoins({ db }: Pick<AppContext, 'db'>): Promise<string[][]> {
  const rows = await db
    .selectFrom('unknownCoins')
    .innerJoin('depositAddresses', 'depositAddresses.addressId', 'unknownCoins.addressId')
    .select(['coinsId', 'network', 'token', 'units', 'address', 'txid', 'foundAt'])
    .where('status', '=', 'waiting')
    .orderBy('foundAt')
    .limit(1000)
    .execute();
  return rows.map(({ coinsId, network, token, units, address, txid, foundAt }) => [
    coinsId,
    network,
    token === '' ? 'its own coin' : `token ${token}`,
    `${units} units`,
    `to ${address}`,
    txid,
    foundAt.toISOString(),
  ]);
}

/**
 * The coins were sent back by hand: the transaction is looked up, must be in the chain and signed by the address that
 * had them, and must have moved all that is said to be returned by it. The client gets a message.
 *
 * @throws OperatorFault
 */
export async function returnCoins(
  context: AppContext,
  operator: string,
  [coinsId = '', given = '']: readonly string[],
): Promise<void> {
  const coins = await findWaiting(context.db, coinsId);
  const { network, address } = coins;
  const txid = spellTxid(network, given);
  const node = findNetworkNode(context, network);
  if (node === undefined) throw new OperatorFault(`${network} is not in OTHER_EVM_NETWORKS any more.`);
  const found = await node.getTransaction(txid);
  if (found === undefined || found.isFailed || found.confirmations === 0)
    throw new OperatorFault(`${txid} is in no block of ${network}, or failed there.`);
  if (found.sender !== address) throw new OperatorFault(`${txid} was signed by ${found.sender}, not by ${address}.`);
  const moved = await countMoved(node, found, coins);
  await context.db.transaction().execute(async (trx) => {
    await checkCovered(trx, { ...coins, txid, moved });
    const clientId = await settle(context, trx, { coinsId, status: 'returned', returnTxid: txid });
    const details = { as: 'returned', txid, moved: moved.toString() };
    await recordAction(context, trx, { operator, action: 'coins_settled', subject: coinsId, details });
    const client = await findClient(trx, clientId);
    if (client === undefined) return;
    await queueEmail(context, trx, {
      template: 'deposit-unknown-returned',
      parameters: { path: coinsPath },
      recipient: emailNow(clientId, client.email),
      language: client.language,
      clientId,
      occasion: `deposit-unknown-returned:${coinsId}`,
      oneEmailFor: `coins-returned:${clientId}:${context.clock.now().toISOString().slice(0, 13)}`,
      isWanted: wantsEmails(clientId, 'orders'),
    });
  });
}

/** Nothing is to be done for these coins: they are worth nothing, or have no owner. @throws OperatorFault */
export async function closeCoins(
  context: AppContext,
  operator: string,
  [coinsId = '', reason = '']: readonly string[],
): Promise<void> {
  if (reason.trim() === '') throw new OperatorFault('The reason is empty.');
  await findWaiting(context.db, coinsId);
  await context.db.transaction().execute(async (trx) => {
    await settle(context, trx, { coinsId, status: 'closed', returnTxid: '' });
    const details = { as: 'closed', reason };
    await recordAction(context, trx, { operator, action: 'coins_settled', subject: coinsId, details });
  });
}

interface WaitingCoins {
  network: string;
  addressId: string;
  address: string;
  token: string;
  units: bigint;
}

async function findWaiting(db: Executor, coinsId: string): Promise<WaitingCoins> {
  const row = uuid.test(coinsId)
    ? await db
        .selectFrom('unknownCoins')
        .innerJoin('depositAddresses', 'depositAddresses.addressId', 'unknownCoins.addressId')
        .select(['network', 'depositAddresses.addressId', 'address', 'token', 'units', 'status'])
        .where('coinsId', '=', coinsId)
        .executeTakeFirst()
    : undefined;
  if (row === undefined) throw new OperatorFault(`There are no coins ${coinsId}.`);
  if (row.status !== 'waiting') throw new OperatorFault(`The coins ${coinsId} are ${row.status} already.`);
  return row;
}

/** What a transaction moved of these coins, to others than the address that had them. */
async function countMoved(node: EvmNode, found: EvmTransaction, { token, address }: WaitingCoins): Promise<bigint> {
  // The transaction itself names only the tokens that are listed.
  const transfers =
    token === ''
      ? found.transfers
      : (await node.listTransfers(found.blockHash)).filter(({ txid }) => txid === found.txid);
  return transfers
    .filter((transfer) => transfer.token === token && transfer.recipient !== address)
    .reduce((sum, { amount }) => sum + amount, 0n);
}

/** One transaction may return what came by several, and no more than it moved. */
async function checkCovered(
  trx: Executor,
  { network, addressId, token, units, txid, moved }: WaitingCoins & { txid: string; moved: bigint },
): Promise<void> {
  await trx
    .selectFrom('depositAddresses')
    .select('addressId')
    .where('addressId', '=', addressId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  const { returned } = await trx
    .selectFrom('unknownCoins')
    .select(({ fn }) => fn.sum<bigint | null>('units').as('returned'))
    .where('network', '=', network)
    .where('addressId', '=', addressId)
    .where('token', '=', token)
    .where('returnTxid', '=', txid)
    .executeTakeFirstOrThrow();
  const needed = (returned ?? 0n) + units;
  // The network's own coin pays for its way back.
  const least = token === '' ? (needed * 9n) / 10n : needed;
  if (moved < least || moved === 0n)
    throw new OperatorFault(
      `${txid} moved ${moved} units of these coins, and ${needed} are to be returned by it. Give the transaction that sent them.`,
    );
}

/** @returns whose they were */
async function settle(
  context: AppContext,
  trx: Executor,
  { coinsId, ...row }: { coinsId: string; status: 'returned' | 'closed'; returnTxid: string },
): Promise<string> {
  const settled = await trx
    .updateTable('unknownCoins')
    .set({ ...row, settledAt: context.clock.now() })
    .where('coinsId', '=', coinsId)
    .where('status', '=', 'waiting')
    .returning(['clientId', 'network'])
    .executeTakeFirst();
  if (settled === undefined) throw new OperatorFault(`The coins ${coinsId} were settled meanwhile.`);
  await clearWhenSettled(context, trx, settled.network);
  return settled.clientId;
}
