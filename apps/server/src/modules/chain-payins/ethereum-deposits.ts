import type { AppContext } from '../../context.ts';
import type { Executor } from '../../database/db.ts';
import { newUuid } from '../../new-uuid.ts';
import { chainSettings } from '../../providers/chain-settings.ts';
import type { EvmTransaction } from '../../providers/evm/port.ts';
import { tokenCurrency } from '../../providers/evm/token-address.ts';
import type { AccountTransaction } from '../chain-wallets/account-store.ts';
import { adoptAttempt } from '../chain-wallets/own-spends.ts';
import { hotWallet } from '../chain-wallets/wallets.ts';
import type { Candidate, DepositChain } from './deposit-chain.ts';
import { readTaken } from './follow-collections.ts';
import { findDepositAddress } from './store.ts';
import { bookFirstFunding, findContractEther, isContractEther, readContractEther } from './contract-ether.ts';

/**
 * Deposits on Ethereum: ether that transactions carry, and transfers of the known tokens. Ether sent by a contract is
 * found by balances.
 */
export const ethereumDeposits: DepositChain = {
  name: 'ethereum',
  getHeight: ({ providers }) => providers.evm.getHeight(),
  findInBlocks: async ({ providers }, from, to) => {
    const found: Candidate[] = [];
    for (let height = from; height <= to; height += 1) {
      const { hash, candidates } = await providers.evm.getBlock(height);
      found.push(...candidates, ...(await providers.evm.findTokenTransfers(hash)));
    }
    return found;
  },
  findWaiting: async ({ providers }) => (await providers.evm.getBlock('pending')).candidates,
  read: async (context, txid) => {
    if (isContractEther(txid)) return readContractEther(context, txid);
    const { providers, config } = context;
    const found = await providers.evm.getTransaction(txid);
    if (found === undefined || found.isFailed) return undefined;
    const payments = found.transfers.flatMap(({ place, token, recipient, amount }) => {
      const currency = tokenCurrency(config, token);
      return currency === undefined ? [] : [{ place, currency, recipient, amount }];
    });
    return { senders: [found.sender], confirmations: found.confirmations, blockHash: found.blockHash, payments };
  },
  begin: bookFirstFunding,
  findUnlisted: findContractEther,
  takeOwn: adoptCollection,
  fundingAddress: ({ config }) => hotWallet(config).address,
};

const chain = 'ethereum';
/** Time between two blocks. */
const blockMs = 12_000;

/**
 * A collection that a restore forgot is followed like any other from here on, once no reorganisation takes it back:
 * its fee is booked, and what it took along is collected; one that failed in its block took nothing. Coins that went
 * elsewhere are a difference for a person.
 */
async function adoptCollection(context: AppContext, txid: string): Promise<void> {
  const { config, db, providers } = context;
  const found = await providers.evm.getTransaction(txid);
  const [moved, more] = (found?.isFailed === true ? found.declared : found?.transfers) ?? [];
  const currency = moved && tokenCurrency(config, moved.token);
  if (found === undefined || moved === undefined || more !== undefined || currency === undefined) return;
  if (found.confirmations < chainSettings(config, chain).settledConfirmations) return;
  if (moved.recipient !== hotWallet(config).address) return;
  const source = await findDepositAddress(db, { chain, address: found.sender });
  if (source === undefined) return;
  const sent = (await providers.evm.getBlock(found.height)).sent.find((one) => one.txid === txid);
  if (sent === undefined) return;
  const { addressId } = source;
  const about = { currency, token: moved.token, height: found.height };
  const { taken, left } = found.isFailed ? { taken: [], left: [] } : await readTaken(context, source, about);
  const row = { addressId, currency, recipient: moved.recipient, amount: moved.amount, nonce: BigInt(sent.nonce) };
  await db.transaction().execute(async (trx) => {
    await keepCollection(context, trx, found, { row, left });
    if (taken.length > 0)
      await trx.updateTable('deposits').set({ isCollected: true }).where('depositId', 'in', taken).execute();
  });
}

type MovedCoins = Pick<AccountTransaction, 'addressId' | 'currency' | 'recipient' | 'amount' | 'nonce'>;

/** Under a number that the books have used for other bytes it is what that one became. */
async function keepCollection(
  context: AppContext,
  trx: Executor,
  { txid, sender, confirmations }: EvmTransaction,
  { row: moved, left }: { row: MovedCoins; left: readonly Date[] },
): Promise<void> {
  const now = context.clock.now();
  const minedAt = new Date(now.getTime() - confirmations * blockMs);
  const own = trx.selectFrom('accountTransactions').selectAll().where('chain', '=', chain).where('sender', '=', sender);
  const known = await own.where('nonce', '=', moved.nonce).forUpdate().executeTakeFirst();
  if (known !== undefined) {
    const times = { createdAt: earliest([known.createdAt, ...left]), minedAt, updatedAt: now };
    const became = { ...moved, status: 'mined', ...times };
    await adoptAttempt(context, trx, known, txid);
    const { transactionId } = known;
    await trx.updateTable('accountTransactions').set(became).where('transactionId', '=', transactionId).execute();
    return;
  }
  const transactionId = newUuid(context);
  // Deposits that came after it, or while it waited, are not collected by it.
  const times = { createdAt: earliest([minedAt, ...left]), minedAt, updatedAt: now };
  const row = { transactionId, chain, sender, purpose: 'collect', status: 'mined', gasLimit: 1n, ...moved, ...times };
  await trx.insertInto('accountTransactions').values(row).execute();
  const bytes = { txid, rawTransaction: '', maxFeePerGas: 0n, maxPriorityFeePerGas: 0n, createdAt: minedAt };
  await trx
    .insertInto('accountAttempts')
    .values({ transactionId, attemptNumber: 1, ...bytes })
    .execute();
}

function earliest(times: readonly Date[]): Date {
  return new Date(Math.min(...times.map((time) => time.getTime())));
}
