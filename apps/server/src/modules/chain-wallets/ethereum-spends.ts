import type { AppContext } from '../../context.ts';
import { tokenCurrency } from '../../providers/evm/token-address.ts';
import { hotWallet } from './wallets.ts';
import type { OwnSpends, UnknownSpend } from './own-spends.ts';

const chain = 'ethereum';

/** Ethereum: the nonces of the wallet's transactions have no gaps, so that counting them finds unknown ones. */
export const ethereumSpends: OwnSpends = {
  name: chain,
  getHeight: ({ providers }) => providers.evm.getHeight(),
  getHash: async () => '',
  isQuiet: async (context) => {
    const { theirs, ours } = await countUnknown(context);
    return theirs <= ours;
  },
  findInBlock: (context, height) => findUnknown(context, height),
  findNow: async (context) => {
    const { theirs, ours } = await countUnknown(context);
    if (theirs <= ours) return { found: [], isAll: true };
    const found = await findUnknown(context, 'pending');
    const empty = { inputs: [], payments: [], fee: '0' };
    return { found: [...found, { subject: `number ${theirs - 1}`, details: empty }], isAll: true };
  },
};

/**
 * How many transactions of the wallet the node has, and how many the books have. The node is queried first: a nonce is
 * in the books before its bytes are sent.
 */
async function countUnknown({ config, db, providers }: AppContext): Promise<{ theirs: number; ours: number }> {
  const { address } = hotWallet(config);
  const [mined, waiting] = [await providers.evm.getNonce(address), await providers.evm.getNonce(address, 'pending')];
  const theirs = Math.max(mined, waiting);
  // The first check is the beginning of the books: earlier transactions of the wallet are not theirs.
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
  return { theirs, ours: Number(nextNonce) };
}

async function findUnknown(context: AppContext, at: number | 'pending'): Promise<UnknownSpend[]> {
  const { config, db, providers } = context;
  const block = await providers.evm.getBlock(at);
  const sent = block?.sent.filter(({ sender }) => sender === hotWallet(config).address) ?? [];
  const unknown: UnknownSpend[] = [];
  for (const { txid } of sent) {
    const known = await db.selectFrom('accountAttempts').select('txid').where('txid', '=', txid).executeTakeFirst();
    const found = known === undefined ? await providers.evm.getTransaction(txid) : undefined;
    if (found === undefined) continue;
    const payments = found.transfers.map(({ place, token, recipient: address, amount }) => ({
      place,
      address,
      currency: tokenCurrency(config, token) ?? '',
      amount: amount.toString(),
    }));
    unknown.push({ subject: txid, details: { inputs: [], payments, fee: found.fee.toString() } });
  }
  return unknown;
}
