import { expect, test } from 'vitest';
import { NetworkFailure } from '../../../lib/api/network-failure.ts';
import { ServerFailure } from '../../../lib/api/server-failure.ts';
import { lostReason } from './lost-reason.ts';

test.each([
  ['no answer', new NetworkFailure(), 'NETWORK_ERROR'],
  ['a server that fails', new ServerFailure(500, []), 'SYSTEM_ERROR'],
  ['an answer that is none', new ServerFailure(200, []), 'SYSTEM_ERROR'],
  ['a server that knows no such order', new ServerFailure(404, []), 'NOT_FOUND'],
  ['something else', new Error('broken'), 'NETWORK_ERROR'],
])('7-12, 8-07, A-146 an order that cannot be read: %s', (_name, failure, reason) =>
  expect(lostReason(failure)).toBe(reason),
);
