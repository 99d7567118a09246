import type { AppContext } from '../../context.ts';
import { type ChainName, chainSettings, isChain, transactionLink } from '../../providers/chain-settings.ts';
import type { OrderRow } from '../order-lifecycle/store.ts';
import type { PaidOrder, PayinMethod, PayinView } from '../settlement/payin-method.ts';
import { bitcoinDeposits } from './bitcoin-deposits.ts';
import { ethereumDeposits } from './ethereum-deposits.ts';
import { recheckDeposits } from './follow-deposits.ts';
import { catchUpWithChain } from './scan-deposits.ts';
import { findDepositAddress, listOrderDeposits } from './store.ts';
import { isContractEther } from './contract-ether.ts';
import type { Executor } from '../../database/db.ts';
import { newUuid } from '../../new-uuid.ts';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { p2wpkh } from '@scure/btc-signer';
import { publicKeyToAddress } from 'viem/accounts';
import type { Config } from '../../config/config.ts';
import { bitcoinNetworks } from '../../providers/bitcoin/networks.ts';
import { childrenMax, deriveDepositKey, readKeyPath } from '../../providers/deposit-key.ts';

/** The client may take long to send coins, while the price holds for minutes. */
const waitSeconds = 24 * 3600;

/** Is paid on a chain, to an address of the order's own. Payments are found by reading blocks, without an end. */
export const chainPayin: PayinMethod = {
  waitSeconds,
  plan: planDeposit,
  // Found for all orders at once by the scan of the chain.
  sync: async () => undefined,
  stop,
  recheck,
  view,
  isFinal: isSettled,
  refund: async (_context, { refundId }) => {
    // An exchange's shared address may have paid, so coins are never refunded to their sender's address.
    throw new Error(`The refund ${refundId} of a payment in coins goes to the balance, not back to the chain.`);
  },
};

/** No reorganisation is feared for what is settled; a deposit that was lost has taken its share. */
async function isSettled({ db }: AppContext, { orderId }: PaidOrder): Promise<boolean> {
  const deposits = await listOrderDeposits(db, orderId);
  return deposits.every(({ status }) => status !== 'seen' && status !== 'credited');
}

/** Nobody can stop a transaction; what the chain has already is taken in before the order ends. */
async function stop(context: AppContext, orderId: string): Promise<boolean> {
  const target = await findDepositAddress(context.db, { orderId });
  if (target !== undefined)
    await catchUpWithChain(context, target.chain === 'bitcoin' ? bitcoinDeposits : ethereumDeposits);
  return false;
}

/** Only what is not settled can go. */
async function recheck(context: AppContext, orderId: string): Promise<void> {
  const target = await findDepositAddress(context.db, { orderId });
  if (target === undefined) return;
  await recheckDeposits(context, target.chain === 'bitcoin' ? bitcoinDeposits : ethereumDeposits, orderId);
}

async function view({ config, db }: AppContext, order: OrderRow, isWaiting: boolean): Promise<PayinView> {
  const { orderId, payinGroup: chain } = order;
  const target = await findDepositAddress(db, { orderId });
  const deposits = await listOrderDeposits(db, orderId);
  const newest = deposits.find(({ status }) => status !== 'gone');
  const txid = newest === undefined || isContractEther(newest.txid) ? '' : newest.txid;
  return {
    cryptoAddress: isWaiting ? (target?.address ?? '') : '',
    payinConfirmations: newest?.confirmations ?? null,
    payinConfirmationsNeeded: isChain(chain) ? chainSettings(config, chain).payinConfirmations : 0,
    payinTxid: txid,
    payinTxLink: transactionLink(config, chain, txid),
  };
}

/** Gives an order an address of its own, in the caller's transaction. */
async function planDeposit(context: AppContext, trx: Executor, order: OrderRow): Promise<void> {
  const { orderId, payinGroup: chain } = order;
  if (!isChain(chain)) throw new Error(`There is no chain ${chain}.`);
  for (;;) {
    const keyIndex = nextKeyIndex(context);
    const { address, keyPath } = deriveAddress(context.config, chain, keyIndex);
    const addressId = newUuid(context);
    const inserted = await trx
      .insertInto('depositAddresses')
      .values({ addressId, chain, address, keyIndex, keyPath, orderId, createdAt: context.clock.now() })
      // Another process that began in the same second and lane had this one.
      .onConflict((conflict) => conflict.columns(['chain', 'keyIndex']).doNothing())
      .executeTakeFirst();
    if (inserted.numInsertedOrUpdatedRows === 1n) return;
  }
}

type Keys = Pick<Config, 'BITCOIN_DEPOSIT_XPUB' | 'BITCOIN_NETWORK' | 'ETHEREUM_DEPOSIT_XPUB'>;

/** The address with a number, from the public half of the deposit key alone. */
export function deriveAddress(config: Keys, chain: ChainName, keyIndex: bigint): { address: string; keyPath: string } {
  const keyPath = readKeyPath(keyIndex).join('/');
  const extendedKey = chain === 'bitcoin' ? config.BITCOIN_DEPOSIT_XPUB : config.ETHEREUM_DEPOSIT_XPUB;
  const { publicKey } = deriveDepositKey(extendedKey, keyIndex);
  if (publicKey === null) throw new Error(`The deposit key of ${chain} has no public half.`);
  if (chain === 'bitcoin') {
    const { address } = p2wpkh(publicKey, bitcoinNetworks[config.BITCOIN_NETWORK]);
    if (address === undefined) throw new Error(`The deposit key of ${chain} gives no address.`);
    return { address, keyPath };
  }
  // Of the uncompressed point: the compressed form of a key would silently give another address.
  const point = secp256k1.Point.fromBytes(publicKey).toBytes(false);
  return { address: publicKeyToAddress(`0x${bytesToHex(point)}`), keyPath };
}

/** No address was given out before this, so that branches have 31 bits for 68 years of seconds. */
const firstSecond = Date.UTC(2026, 0, 1) / 1000;
/** Processes that start in the same second begin in one of 2048 lanes of a million addresses each. */
const laneBits = 20n;
const laneCount = 2048;

/** The position of each running process; in memory, so that a restored database cannot set it back. */
const places = new WeakMap<AppContext['config'], { next: bigint; end: bigint }>();

/**
 * A number of a deposit key that no process has used before, even on a restored copy of the database: the branch is the
 * second in which this process began, and the child counts up in memory.
 */
export function nextKeyIndex({ config, clock, random }: Pick<AppContext, 'config' | 'clock' | 'random'>): bigint {
  const known = places.get(config);
  const place = known === undefined || known.next === known.end ? openBranch(clock.now(), random.bytes(2)) : known;
  const keyIndex = place.next;
  places.set(config, { ...place, next: keyIndex + 1n });
  return keyIndex;
}

function openBranch(now: Date, bytes: Uint8Array): { next: bigint; end: bigint } {
  const seconds = Math.floor(now.getTime() / 1000) - firstSecond;
  // Branch 0 was used by an earlier counter.
  const branch = BigInt(Math.max(seconds, 1)) % childrenMax;
  const lane = BigInt((((bytes[0] ?? 0) << 8) | (bytes[1] ?? 0)) % laneCount);
  const next = branch * childrenMax + (lane << laneBits);
  return { next, end: next + (1n << laneBits) };
}
