import { createHash, createHmac } from 'node:crypto';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { p2wpkh } from '@scure/btc-signer';
import { publicKeyToAddress } from 'viem/accounts';
import type { Config } from '../../config/config.ts';
import type { AppContext } from '../../context.ts';
import type { Executor } from '../../database/db.ts';
import { newUuid } from '../../new-uuid.ts';
import { bitcoinNetworks } from '../../providers/bitcoin/networks.ts';
import type { ChainName, ChainPrefix } from '../../config/config-chains.ts';
import { depositXpub } from '../../providers/chain-settings.ts';
import { childrenMax, deriveDepositKey, readKeyPath } from '../../providers/deposit-key.ts';

/** Who is credited with what comes to an address, for good: an order of a client, or the client. */
interface AddressOwner {
  clientId: string;
  orderId?: string;
}

type Tools = Pick<AppContext, 'config' | 'clock' | 'random'>;

/** Adds a new address of the deposit key, never given out before, in the caller's transaction. */
export async function insertOwnAddress(
  context: Tools,
  trx: Executor,
  chain: ChainName,
  { clientId, orderId }: AddressOwner,
): Promise<{ addressId: string; address: string }> {
  // What a restore forgot is passed over, so that no address is given out twice.
  await coverForgotten(context, trx, chain, clientId);
  const owner = orderId === undefined ? { clientId } : { orderId };
  for (;;) {
    const keyIndex = await nextKeyIndex(trx, chain, clientId);
    const { address, keyPath } = deriveAddress(context.config, chain, keyIndex);
    const addressId = newUuid(context);
    const inserted = await trx
      .insertInto('depositAddresses')
      .values({ addressId, chain, address, keyIndex, keyPath, ...owner, createdAt: context.clock.now() })
      // Another client's place that has the same number by chance.
      .onConflict((conflict) => conflict.columns(['chain', 'keyIndex']).doNothing())
      .executeTakeFirst();
    if (inserted.numInsertedOrUpdatedRows === 1n) return { addressId, address };
  }
}

async function nextKeyIndex(trx: Executor, chain: ChainName, clientId: string): Promise<bigint> {
  const { seed, nextPlace } = await trx
    .updateTable('depositSeeds')
    .set((row) => ({ nextPlace: row('nextPlace', '+', 1) }))
    .where('clientId', '=', clientId)
    .where('chain', '=', chain)
    .returning(['seed', 'nextPlace'])
    .executeTakeFirstOrThrow();
  return keyIndexOf(seed, nextPlace - 1);
}

/** So many addresses of a client are made again behind its last known one after a restore, and behind a paid one. */
const forgottenMost = 20;

/**
 * Makes the addresses again that a client may have been given by a life of the database which a restore forgot: those
 * behind its last known one, once for each recovery. What this life gives has places of its own, far behind them.
 */
export async function coverForgotten(context: Tools, trx: Executor, chain: ChainName, clientId: string): Promise<void> {
  const { seed, recovery } = await openSeed(context, trx, chain, clientId);
  const latest = await findRecovery(trx, chain);
  if (latest === undefined || recovery >= latest.recovery) return;
  const held = await holdSeed(trx, chain, clientId);
  if (held.recovery >= latest.recovery) return;
  const { nextPlace, coveredTo } = held;
  // Nothing was given since it was covered last, and only a doubt asks again.
  const isCovered = coveredTo !== null && nextPlace === held.lifePlace && !latest.isCertain;
  const lifePlace = firstPlace(nextPlace, latest.begunAt);
  await trx
    .updateTable('depositSeeds')
    .set({ recovery: latest.recovery, nextPlace: lifePlace, lifePlace })
    .where('clientId', '=', clientId)
    .where('chain', '=', chain)
    .execute();
  if (isCovered) return;
  const lives = await listEarlierLives(trx, chain, { after: held.recovery, latest });
  // The life that was forgotten may itself have begun after a recovery, behind a place of its own.
  for (const from of [nextPlace, ...lives.map((begunAt) => firstPlace(nextPlace, begunAt))])
    await makeAgain(context, trx, { chain, clientId, seed, from });
}

/** Makes again what may follow an address of a client that a restore forgot, and that was paid. */
export async function coverMore(context: Tools, trx: Executor, chain: ChainName, clientId: string): Promise<void> {
  const { seed } = await openSeed(context, trx, chain, clientId);
  const { coveredTo } = await holdSeed(trx, chain, clientId);
  if (coveredTo !== null) await makeAgain(context, trx, { chain, clientId, seed, from: coveredTo });
}

async function holdSeed(trx: Executor, chain: ChainName, clientId: string) {
  return trx
    .selectFrom('depositSeeds')
    .select(['nextPlace', 'lifePlace', 'coveredTo', 'recovery'])
    .where('clientId', '=', clientId)
    .where('chain', '=', chain)
    .forUpdate()
    .executeTakeFirstOrThrow();
}

async function makeAgain(
  context: Tools,
  trx: Executor,
  { chain, clientId, seed, from }: { chain: ChainName; clientId: string; seed: string; from: number },
): Promise<void> {
  const rows = Array.from({ length: forgottenMost }, (_one, step) => {
    const keyIndex = keyIndexOf(seed, from + step);
    return { chain, clientId, keyIndex, ...deriveAddress(context.config, chain, keyIndex) };
  });
  await trx
    .insertInto('forgottenAddresses')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await trx
    .updateTable('depositSeeds')
    .set({ coveredTo: from + forgottenMost })
    .where('clientId', '=', clientId)
    .where('chain', '=', chain)
    .execute();
  await trx
    .updateTable('addressRecoveries')
    .set({ addedAt: context.clock.now() })
    .where('chain', '=', chain)
    .where('doneAt', 'is', null)
    .execute();
}

/** More addresses than a client is ever given. */
const farAway = 1_000_000;

/**
 * Where a life begins: at its second, as a client is given less than one address in each, so that two lives never meet.
 * After a clock that was in the future it is far behind the last known place, and not that of another life of the copy.
 */
export function firstPlace(nextPlace: number, begunAt: Date): number {
  const second = Math.max(0, Math.floor((begunAt.getTime() - Date.UTC(2026, 0)) / 1000));
  // A year that no column holds is a clock's fault too.
  const isUsual = second >= nextPlace + forgottenMost && second < 2 ** 31 - 100 * farAway;
  return isUsual ? second : nextPlace + farAway + (second % farAway);
}

/** The recovery that is open on a chain. */
async function findRecovery(trx: Executor, chain: ChainName) {
  return trx
    .selectFrom('addressRecoveries')
    .select(['recovery', 'begunAt', 'isCertain'])
    .where('chain', '=', chain)
    .where('doneAt', 'is', null)
    .orderBy('recovery', 'desc')
    .executeTakeFirst();
}

/** So many lives are looked for, and those of so long: each costs addresses of every client. */
const [livesMost, livesMs] = [5, 60 * 24 * 3600 * 1000];

/** When the recoveries began before the latest one that a copy may have had, the oldest first. */
async function listEarlierLives(
  trx: Executor,
  chain: ChainName,
  { after, latest }: { after: number; latest: { recovery: number; begunAt: Date } },
): Promise<Date[]> {
  const rows = await trx
    .selectFrom('addressRecoveries')
    .select('begunAt')
    .where('chain', '=', chain)
    .where('recovery', '>', after)
    .where('recovery', '<', latest.recovery)
    .where('begunAt', '>', new Date(latest.begunAt.getTime() - livesMs))
    .orderBy('recovery', 'desc')
    .limit(livesMost)
    .execute();
  return rows.map(({ begunAt }) => begunAt).toReversed();
}

interface Seed {
  seed: string;
  recovery: number;
}

/** What the addresses of a client are made of; kept, so that they go on when the client's e-mail changes. */
async function openSeed({ config }: Tools, trx: Executor, chain: ChainName, clientId: string): Promise<Seed> {
  const find = async () =>
    trx
      .selectFrom('depositSeeds')
      .select(['seed', 'recovery'])
      .where('clientId', '=', clientId)
      .where('chain', '=', chain)
      .executeTakeFirst();
  const known = await find();
  if (known !== undefined) return known;
  const name = await nameOf(trx, clientId);
  const key = depositXpub(config, chain);
  // An e-mail that had another account before has a seed already.
  for (let turn = 0; ; turn += 1) {
    const seed = createHmac('sha256', key).update(`${turn}:${name}`).digest('hex');
    await trx
      .insertInto('depositSeeds')
      .values({ clientId, chain, seed })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    const opened = await find();
    if (opened !== undefined) return opened;
  }
}

/** What a client who is forgotten has again: an e-mail that it has confirmed, or that a merchant named for it. */
async function nameOf(trx: Executor, clientId: string): Promise<string> {
  const { email, emailConfirmedAt, payerEmail } = await trx
    .selectFrom('clients')
    .select(['email', 'emailConfirmedAt', 'payerEmail'])
    .where('clientId', '=', clientId)
    .executeTakeFirstOrThrow();
  if (payerEmail !== null) return `payer:${payerEmail}`;
  return emailConfirmedAt === null ? `client:${clientId}` : `email:${email}`;
}

/** The number of a client's place in the deposit key: places of one client lie on one branch. */
function keyIndexOf(seed: string, place: number): bigint {
  return numberOf(seed) * childrenMax + numberOf(`${seed}:${place}`);
}

function numberOf(text: string): bigint {
  return BigInt(createHash('sha256').update(text).digest().readUInt32BE(0)) % childrenMax;
}

type Keys = Pick<Config, `${ChainPrefix}_DEPOSIT_XPUB` | 'BITCOIN_NETWORK'>;

/** The address of a compressed public key. */
const addressForms: Readonly<Record<ChainName, (publicKey: Uint8Array, config: Keys) => string | undefined>> = {
  bitcoin: (publicKey, { BITCOIN_NETWORK }) => p2wpkh(publicKey, bitcoinNetworks[BITCOIN_NETWORK]).address,
  // Of the uncompressed point: the compressed form of a key would silently give another address.
  ethereum: (publicKey) => publicKeyToAddress(`0x${bytesToHex(secp256k1.Point.fromBytes(publicKey).toBytes(false))}`),
};

/** The address with a number, from the public half of the deposit key alone. */
export function deriveAddress(config: Keys, chain: ChainName, keyIndex: bigint): { address: string; keyPath: string } {
  const keyPath = readKeyPath(keyIndex).join('/');
  const extendedKey = depositXpub(config, chain);
  const { publicKey } = deriveDepositKey(extendedKey, keyIndex);
  if (publicKey === null) throw new Error(`The deposit key of ${chain} has no public half.`);
  const address = addressForms[chain](publicKey, config);
  if (address === undefined) throw new Error(`The deposit key of ${chain} gives no address.`);
  return { address, keyPath };
}
