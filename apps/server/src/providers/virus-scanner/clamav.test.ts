import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { ProviderError } from '../provider-error.ts';
import { createClamav } from './clamav.ts';
import { eicar, playClamd, type ClamdFault } from './fixtures/played-clamd.ts';

const clamd = await playClamd();
afterAll(() => clamd.close());
beforeEach(() => {
  clamd.fault = undefined;
  clamd.scanned = [];
});

describe('ClamAV by its socket', () => {
  test.each([
    ['a path', clamd.path],
    ['a host and a port', `tcp://127.0.0.1:${clamd.port}`],
  ])('at %s is sent the whole file, and answers for it', async (_where, address) => {
    const scanner = createClamav({ address });
    expect(await scanner.isInfected(Buffer.alloc(200_001, 7))).toBe(false);
    expect(await scanner.isInfected(Buffer.from(`%PDF-1.7 ${eicar}`))).toBe(true);
    expect(await scanner.isInfected(Buffer.alloc(0))).toBe(false);
    expect(clamd.scanned).toEqual([200_001, 9 + eicar.length, 0]);
  });

  test.each<[ClamdFault, ProviderError['kind'], code: string]>([
    ['silent', 'unknown', 'timeout'],
    ['closes', 'unknown', 'closed'],
    ['half', 'unknown', 'closed'],
    ['error', 'refused', 'answer'],
    ['chatter', 'unknown', 'answer'],
  ])('that is %s has judged nothing', async (fault, kind, code) => {
    clamd.fault = fault;
    const scanner = createClamav({ address: clamd.path, timeoutMs: fault === 'silent' ? 200 : 20_000 });
    await expect(scanner.isInfected(Buffer.alloc(100_000))).rejects.toMatchObject({ kind, code });
  });

  test('that hangs up in the middle of a file, or is not there, has judged nothing', async () => {
    clamd.fault = 'closes early';
    await expect(createClamav({ address: clamd.path }).isInfected(Buffer.alloc(15_000_000))).rejects.toBeInstanceOf(
      ProviderError,
    );
    const gone = createClamav({ address: `${clamd.path}.gone` });
    await expect(gone.isInfected(Buffer.alloc(1))).rejects.toMatchObject({ kind: 'unreachable' });
  });
});
