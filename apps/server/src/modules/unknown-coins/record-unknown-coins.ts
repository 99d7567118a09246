import { getAddress } from 'viem';
import type { AppContext } from '../../context.ts';
import type { Executor } from '../../database/db.ts';
import { newUuid } from '../../new-uuid.ts';
import { clearAlarm, raiseAlarm } from '../alarms/raise-alarm.ts';
import { ethereumDeposits } from '../chain-payins/ethereum-deposits.ts';
import { recordFound } from '../chain-payins/scan-deposits.ts';
import { emailNow, findClient } from '../clients/store.ts';
import { queueEmail } from '../emails/queue-email.ts';
import { wantsEmails } from '../notifications/store.ts';
import { coinsPath, mainNetwork } from '../other-coins/other-coins.ts';

/** What a network brought to an address of a client. */
export interface FoundCoins {
  txid: string;
  place: number;
  token: string;
  recipient: string;
  amount: bigint;
}

/** Writes coins down, once; the client gets a message, and the operator an alarm. */
export async function recordUnknownCoins(
  context: AppContext,
  trx: Executor,
  network: string,
  coins: FoundCoins,
): Promise<void> {
  const { txid, place, token, recipient, amount: units } = coins;
  const address = await trx
    .selectFrom('depositAddresses')
    .leftJoin('orders', 'orders.orderId', 'depositAddresses.orderId')
    .select(['addressId', ({ fn }) => fn.coalesce('depositAddresses.clientId', 'orders.clientId').as('clientId')])
    .where('chain', '=', mainNetwork)
    .where('address', '=', recipient)
    .executeTakeFirst();
  if (address === undefined || address.clientId === null) return;
  const { addressId, clientId } = address;
  const foundAt = context.clock.now();
  const row = { status: 'waiting', foundAt };
  const kept = await trx
    .insertInto('unknownCoins')
    .values({ coinsId: newUuid(context), network, txid, place, addressId, clientId, token, units, ...row })
    .onConflict((conflict) => conflict.doNothing())
    .returning('coinsId')
    .executeTakeFirst();
  if (kept === undefined) return;
  await raiseAlarm(context, trx, { kind: 'unknown_coins', subject: network });
  const client = await findClient(trx, clientId);
  if (client === undefined) return;
  // Strangers send worthless coins, as many as they like: one message a day.
  await queueEmail(context, trx, {
    template: 'deposit-unknown',
    parameters: { path: coinsPath },
    recipient: emailNow(clientId, client.email),
    language: client.language,
    clientId,
    occasion: `deposit-unknown:${clientId}:${foundAt.toISOString().slice(0, 10)}`,
    isWanted: wantsEmails(clientId, 'orders'),
  });
}

/** Coins of a token that the operator has listed since are a deposit. */
export async function bookListed(context: AppContext): Promise<void> {
  const tokens = context.config.ETHEREUM_TOKENS.map(({ address }) => getAddress(address));
  if (tokens.length === 0) return;
  const coins = await context.db
    .selectFrom('unknownCoins')
    .innerJoin('depositAddresses', 'depositAddresses.addressId', 'unknownCoins.addressId')
    .select(['coinsId', 'txid', 'address as recipient'])
    .where('network', '=', mainNetwork)
    .where('status', '=', 'waiting')
    .where('token', 'in', tokens)
    .limit(100)
    .execute();
  if (coins.length === 0) return;
  await recordFound(context, ethereumDeposits, coins);
  await context.db.transaction().execute(async (trx) => {
    await trx
      .updateTable('unknownCoins')
      .set({ status: 'booked', settledAt: context.clock.now() })
      .where('status', '=', 'waiting')
      .where(
        'coinsId',
        'in',
        coins.map(({ coinsId }) => coinsId),
      )
      .where(({ exists, selectFrom }) =>
        exists(
          selectFrom('deposits')
            .select('depositId')
            .whereRef('deposits.txid', '=', 'unknownCoins.txid')
            .whereRef('deposits.addressId', '=', 'unknownCoins.addressId'),
        ),
      )
      .execute();
    await clearWhenSettled(context, trx, mainNetwork);
  });
}

/** Ends the alarm of a network on which nothing waits any more. */
export async function clearWhenSettled(
  context: Pick<AppContext, 'clock'>,
  trx: Executor,
  network: string,
): Promise<void> {
  const left = await trx
    .selectFrom('unknownCoins')
    .select('coinsId')
    .where('network', '=', network)
    .where('status', '=', 'waiting')
    .limit(1)
    .executeTakeFirst();
  if (left === undefined) await clearAlarm(context, trx, 'unknown_coins', network);
}
