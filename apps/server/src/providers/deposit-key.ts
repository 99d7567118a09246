import { HDKey } from '@scure/bip32';

/** Children of an extended key are numbered with so many bits (BIP 32). */
const childBits = 31n;
export const childrenMax = 1n << childBits;

/** Branch and child of a deposit key's number: `branch * 2^31 + child`. */
export function readKeyPath(keyIndex: bigint): [branch: number, child: number] {
  return [Number(keyIndex >> childBits), Number(keyIndex & (childrenMax - 1n))];
}

/** The branch that each key was last asked for: addresses of one client lie on one, and making it takes longest. */
const branches = new Map<string, { branch: number; key: HDKey }>();

/** The deposit key with a number, public or private as the extended key is. */
export function deriveDepositKey(extendedKey: string, keyIndex: bigint): HDKey {
  const [branch, child] = readKeyPath(keyIndex);
  const last = branches.get(extendedKey);
  const key = last?.branch === branch ? last.key : HDKey.fromExtendedKey(extendedKey).deriveChild(branch);
  branches.set(extendedKey, { branch, key });
  return key.deriveChild(child);
}
