import { describe, expect, test } from 'vitest';
import { Refusal } from '../../errors.ts';
import { checkMemo } from './check-memo.ts';

const none = { tag: '', memoType: '', memoValue: '' };

function refusal(network: string, request: object): unknown {
  try {
    return checkMemo(network, request);
  } catch (error) {
    return error instanceof Refusal ? error.items.map(({ code, field }) => `${code} ${field}`) : error;
  }
}

describe('3-17 tags and memos', () => {
  test.each([
    ['ripple', { dstTag: '0' }, { ...none, tag: '0' }],
    ['ripple', { dstTag: '4294967295' }, { ...none, tag: '4294967295' }],
    ['ripple', { dstTag: ' 0012 ' }, { ...none, tag: '12' }],
    ['ripple', {}, none],
    ['stellar', { memoType: 'text', memoValue: 'order 7' }, { ...none, memoType: 'text', memoValue: 'order 7' }],
    [
      'stellar',
      { memoType: 'id', memoValue: '18446744073709551615' },
      { ...none, memoType: 'id', memoValue: '18446744073709551615' },
    ],
    [
      'stellar',
      { memoType: 'hash', memoValue: 'AB'.repeat(32) },
      { ...none, memoType: 'hash', memoValue: 'ab'.repeat(32) },
    ],
    ['stellar', {}, none],
    ['ton', { memoValue: 'a comment' }, { ...none, memoValue: 'a comment' }],
    ['cosmos', { memoValue: '104' }, { ...none, memoValue: '104' }],
    ['bitcoin', { dstTag: '1', memoValue: 'x' }, none],
  ])('%s takes %j', (network, request, expected) => {
    expect(checkMemo(network, request)).toEqual(expected);
  });

  test.each([
    ['ripple', { dstTag: '4294967296' }, 'TAG_INVALID dst_tag'],
    ['ripple', { dstTag: '-1' }, 'TAG_INVALID dst_tag'],
    ['ripple', { dstTag: '1e3' }, 'TAG_INVALID dst_tag'],
    ['ripple', { dstTag: '१' }, 'TAG_INVALID dst_tag'],
    ['stellar', { memoType: 'text', memoValue: 'x'.repeat(29) }, 'MEMO_INVALID memo_value'],
    ['stellar', { memoType: 'text', memoValue: 'ї'.repeat(15) }, 'MEMO_INVALID memo_value'],
    ['stellar', { memoType: 'id', memoValue: '18446744073709551616' }, 'MEMO_INVALID memo_value'],
    ['stellar', { memoType: 'id', memoValue: 'seven' }, 'MEMO_INVALID memo_value'],
    ['stellar', { memoType: 'hash', memoValue: 'ab' }, 'MEMO_INVALID memo_value'],
    ['stellar', { memoType: 'colour', memoValue: 'red' }, 'MEMO_INVALID memo_type'],
    ['ton', { memoValue: 'x'.repeat(124) }, 'MEMO_INVALID memo_value'],
  ])('%s refuses %j', (network, request, expected) => {
    expect(refusal(network, request)).toEqual([expected]);
  });
});
