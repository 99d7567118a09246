import type { RequestOf } from '@causeway/contract/define-call';
import type { createOrder } from '@causeway/contract/calls/create-order';
import { Refusal } from '../../errors.ts';

type AddressStep = Pick<RequestOf<typeof createOrder>, 'dstTag' | 'memoType' | 'memoValue'>;

/** A tag or memo beside a chain address, in its usual form; empty where there is none. */
interface Memo {
  tag: string;
  memoType: string;
  memoValue: string;
}

const tagMost = 0xff_ff_ff_ffn;
const idMost = 0xff_ff_ff_ff_ff_ff_ff_ffn;
/** Most bytes of a text: Stellar's memo, TON's comment in one cell, the Cosmos Hub's own setting. */
const textMost = { stellar: 28, ton: 123, cosmos: 512 };
const none: Memo = { tag: '', memoType: '', memoValue: '' };

/**
 * The tag or memo of a destination. Networks without them have none, whatever was sent.
 *
 * @throws Refusal TAG_INVALID, MEMO_INVALID
 */
export function checkMemo(network: string, request: AddressStep): Memo {
  const { dstTag = '', memoType = '', memoValue = '' } = request;
  if (network === 'ripple') return { ...none, tag: checkTag(dstTag.trim()) };
  if (network === 'stellar') return checkStellarMemo(memoType.trim(), memoValue.trim());
  if (network === 'ton' || network === 'cosmos') return checkText(memoValue.trim(), textMost[network]);
  return none;
}

function checkTag(text: string): string {
  if (text === '') return '';
  if (!/^\d{1,10}$/.test(text) || BigInt(text) > tagMost) throw new Refusal({ code: 'TAG_INVALID', field: 'dst_tag' });
  return BigInt(text).toString();
}

function checkStellarMemo(memoType: string, memoValue: string): Memo {
  if (memoType === '' && memoValue === '') return none;
  if (memoType === 'text' || memoType === '') return checkText(memoValue, textMost.stellar, 'text');
  if (memoType === 'id' && /^\d{1,20}$/.test(memoValue) && BigInt(memoValue) <= idMost)
    return { tag: '', memoType, memoValue: BigInt(memoValue).toString() };
  if ((memoType === 'hash' || memoType === 'return') && /^[0-9a-fA-F]{64}$/.test(memoValue))
    return { tag: '', memoType, memoValue: memoValue.toLowerCase() };
  const field = ['id', 'hash', 'return'].includes(memoType) ? 'memo_value' : 'memo_type';
  throw new Refusal({ code: 'MEMO_INVALID', field });
}

function checkText(memoValue: string, most: number, memoType = ''): Memo {
  // A memo is never changed, so one that could be parsed as markup is refused.
  if (Buffer.byteLength(memoValue) > most || /[<>]/.test(memoValue))
    throw new Refusal({ code: 'MEMO_INVALID', field: 'memo_value' });
  return { tag: '', memoType: memoValue === '' ? '' : memoType, memoValue };
}
