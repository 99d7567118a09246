import { OutScript, Transaction } from '@scure/btc-signer';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { ripemd160 } from '@noble/hashes/legacy.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import type { ChainTransaction } from '../transaction.ts';

type Spent = { value: bigint; script: Uint8Array };

const failed = (reason: string): string => `mandatory-script-verify-flag-failed (${reason})`;
const knownHashTypes = [1, 2, 3, 0x81, 0x82, 0x83];

/** Checks the P2WPKH signature of one input; returns Bitcoin Core's reject reason, or undefined when it is right. */
export function verifyInput(transaction: ChainTransaction, index: number, spent: Spent): string | undefined {
  const input = transaction.inputs[index];
  if (input === undefined || !/^0014.{40}$/.test(bytesToHex(spent.script)))
    return failed('the sandbox verifies P2WPKH inputs only');
  if (input.scriptSig.length > 0) return failed('Witness requires empty scriptSig');
  const [signature, publicKey] = input.witness;
  if (input.witness.length !== 2 || signature === undefined || publicKey === undefined)
    return failed('Witness program hash mismatch');
  const keyHash = ripemd160(sha256(publicKey));
  if (bytesToHex(keyHash) !== bytesToHex(spent.script.slice(2))) return failed('Witness program hash mismatch');
  if (publicKey.length !== 33) return failed('Using non-compressed keys in segwit');
  const hashType = signature.at(-1) ?? 0;
  if (!knownHashTypes.includes(hashType)) return failed('Signature hash type missing or not understood');
  const scriptCode = OutScript.encode({ type: 'pkh', hash: keyHash });
  const message = Transaction.fromRaw(hexToBytes(transaction.hex), {
    allowUnknownOutputs: true,
    allowUnknownInputs: true,
    allowUnknownVersion: true,
    disableScriptCheck: true,
  }).preimageWitnessV0(index, scriptCode, hashType, spent.value);
  return isSignatureOf(message, signature.slice(0, -1), publicKey)
    ? undefined
    : failed('Signature must be zero for failed CHECK(MULTI)SIG operation');
}

function isSignatureOf(message: Uint8Array, signature: Uint8Array, publicKey: Uint8Array): boolean {
  try {
    return secp256k1.verify(signature, message, publicKey, { prehash: false, format: 'der', lowS: true });
  } catch {
    return false;
  }
}
