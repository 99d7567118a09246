import type { AppContext } from '../../context.ts';
import type { EvmTransaction } from '../../providers/evm/port.ts';
import { tokenCurrency } from '../../providers/evm/token-address.ts';
import { openStatuses } from './account-store.ts';
import { lookAtTransaction } from './record-look.ts';
import { hotWallet } from './wallets.ts';
import type { OwnSpends, UnknownSpend } from './own-spends.ts';

const chain = 'ethereum';
/** Names a hold of a number whose transaction is in no block yet. */
export const numberName = 'number ';

/**
 * Ethereum: the nonces of the wallet's transactions have no gaps, so that counting them finds unknown ones. What has
 * used a nonce of the books is looked at by itself.
 */
export const ethereumSpends: OwnSpends = {
  name: chain,
  getHeight: ({ providers }) => providers.evm.getHeight(),
  getHash: async () => '',
  isQuiet: async (context, isRestored) => {
    const { theirs, ours, mined } = await countUnknown(context);
    return theirs <= ours && !(await isOvertaken(context, mined, isRestored));
  },
  findInBlocks: async (context, heights) => {
    const pages = await Promise.all(heights.map((height) => findUnknown(context, height)));
    return { found: pages.flat(), hash: '', previous: '' };
  },
  readAgain: async ({ config, providers }, { subject, details }) => {
    const { address } = hotWallet(config);
    const at = (confirmations: number, now = details) => ({ details: now, confirmations, isOurs: confirmations === 0 });
    // The count is read first: what waits after it is not what has used the number.
    const used = await providers.evm.getNonce(address);
    if (subject.startsWith(numberName)) {
      const number = Number(subject.slice(numberName.length));
      if (number < used) return at(1);
      return number < (await providers.evm.getNonce(address, 'pending')) ? at(0) : undefined;
    }
    const found = await providers.evm.getTransaction(subject);
    const isOver = details.nonce !== undefined && details.nonce < used;
    if (found === undefined || (found.confirmations === 0 && isOver)) return undefined;
    return at(found.confirmations, { ...details, ...describe(config, found) });
  },
  findNow: async (context) => {
    const { theirs, ours } = await countUnknown(context);
    if (theirs <= ours) return { found: [], isAll: true };
    const number = { subject: `${numberName}${theirs - 1}`, details: { inputs: [], payments: [], fee: '0' } };
    return { found: [...(await findUnknown(context, 'pending')), number], isAll: true };
  },
};

/**
 * How many transactions of the wallet the node has, and how many the books have. The node is queried first: a nonce is
 * in the books before its bytes are sent.
 */
async function countUnknown({ config, db, providers }: AppContext) {
  const { address } = hotWallet(config);
  const [mined, waiting] = [await providers.evm.getNonce(address), await providers.evm.getNonce(address, 'pending')];
  const theirs = Math.max(mined, waiting);
  // The first check is the beginning of the books.
  await db
    .insertInto('accountNonces')
    .values({ chain, address, nextNonce: BigInt(theirs) })
    .onConflict((conflict) => conflict.columns(['chain', 'address']).doNothing())
    .execute();
  const { nextNonce } = await db
    .selectFrom('accountNonces')
    .select('nextNonce')
    .where('chain', '=', chain)
    .where('address', '=', address)
    .executeTakeFirstOrThrow();
  return { theirs, ours: Number(nextNonce), mined };
}

/** Below this nonce the chain has bytes of the books, by process. */
const explained = new WeakMap<AppContext['config'], number>();

/**
 * Whether a block has used a nonce of the books for other bytes: dearer ones, or a cancel, that a restore forgot. Bytes
 * are in the books before they are sent, so the books are queried after the count.
 */
async function isOvertaken(context: AppContext, mined: number, isRestored: boolean): Promise<boolean> {
  const { config, db } = context;
  const rows = await db
    .selectFrom('accountTransactions')
    .select('transactionId')
    .where('chain', '=', chain)
    .where('sender', '=', hotWallet(config).address)
    .where('status', 'in', openStatuses)
    .where('nonce', '>=', BigInt(isRestored ? 0 : (explained.get(config) ?? 0)))
    .where('nonce', '<', BigInt(mined))
    .execute();
  for (const { transactionId } of rows)
    if ((await lookAtTransaction(context, transactionId)) === undefined) return true;
  explained.set(config, mined);
  return false;
}

async function findUnknown(context: AppContext, at: number | 'pending'): Promise<UnknownSpend[]> {
  const { config, db, providers } = context;
  const block = await providers.evm.getBlock(at);
  const sent = block.sent.filter(({ sender }) => sender === hotWallet(config).address);
  const unknown: UnknownSpend[] = [];
  for (const { txid, nonce } of sent) {
    const known = await db.selectFrom('accountAttempts').select('txid').where('txid', '=', txid).executeTakeFirst();
    const found = known === undefined ? await providers.evm.getTransaction(txid) : undefined;
    if (found !== undefined) unknown.push({ subject: txid, details: { nonce, ...describe(config, found) } });
  }
  return unknown;
}

function describe(config: AppContext['config'], { transfers, fee }: EvmTransaction) {
  const payments = transfers.map(({ place, token, recipient: address, amount }) => ({
    place,
    address,
    currency: tokenCurrency(config, token) ?? '',
    amount: amount.toString(),
  }));
  return { inputs: [], payments, fee: fee.toString() };
}
