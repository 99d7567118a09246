import { afterEach, expect, test, vi } from 'vitest';
import { memoryStore } from '../lib/session/memory-store.ts';
import { leaveTab } from './open-outside.ts';

afterEach(() => void vi.unstubAllGlobals());

test.each([
  ['?partner_key=pk_shop&swMode=cabinet&payin_amount=5', '?partner_key=pk_shop&swMode=cabinet'],
  ['?openPurchase=1&next=//evil.example', '?openPurchase=1'],
  ['?swMode=a%26b%2F%2Fevil', '?swMode=a%26b%2F%2Fevil'],
  ['?payin_amount=5', undefined],
  ['', undefined],
])('1-32 a tab that leaves %s for a provider keeps %s of it, and nothing of an earlier page', (search, kept) => {
  const assign = vi.fn();
  vi.stubGlobal('location', { assign, search });
  const tab = memoryStore();
  tab.set('causeway.mode', '?swMode=merchant');
  leaveTab({ tab }, 'https://pay.example/1');
  expect(assign).toHaveBeenCalledWith('https://pay.example/1');
  expect(tab.get('causeway.mode')).toBe(kept);
});
