import { crc32, deflateRawSync } from 'node:zlib';
import { afterAll, describe, expect, test } from 'vitest';
import { createClamav } from './clamav.ts';
import { startDebianClamd } from './fixtures/debian-clamd.ts';
import { eicar } from './fixtures/played-clamd.ts';

const clamd = await startDebianClamd();
afterAll(() => clamd.stop());
const scanner = createClamav({ address: clamd.path });
const megabyte = 1024 * 1024;

/** A ZIP with one packed file. */
function zip(content: Buffer): Buffer {
  const packed = deflateRawSync(content);
  const name = Buffer.from('paper.txt');
  const about = Buffer.alloc(22);
  // Version, flags, deflate, time and date; then the sum and both sizes, and the length of the name.
  about.writeUInt16LE(20, 0);
  about.writeUInt16LE(8, 4);
  about.writeUInt32LE(crc32(content), 10);
  about.writeUInt32LE(packed.length, 14);
  about.writeUInt32LE(content.length, 18);
  const lengths = Buffer.from([name.length, 0, 0, 0]);
  const local = Buffer.concat([Buffer.from('PK\u0003\u0004', 'latin1'), about, lengths, name, packed]);
  const central = Buffer.concat([
    Buffer.from('PK\u0001\u0002', 'latin1'),
    Buffer.from([20, 0]),
    about,
    lengths,
    Buffer.alloc(14),
    name,
  ]);
  const end = Buffer.alloc(22);
  end.write('PK\u0005\u0006', 0, 'latin1');
  end.writeUInt16LE(1, 8);
  end.writeUInt16LE(1, 10);
  end.writeUInt32LE(central.length, 12);
  end.writeUInt32LE(local.length, 16);
  return Buffer.concat([local, central, end]);
}

describe('Debian’s ClamAV by its socket', () => {
  test.each<[what: string, file: Buffer, isInfected: boolean]>([
    ['nothing', Buffer.alloc(0), false],
    ['the largest file that we take', Buffer.alloc(15 * megabyte, 7), false],
    ['EICAR', Buffer.from(eicar), true],
    ['EICAR within a PDF', Buffer.from(`%PDF-1.7\n${eicar}\n%%EOF`), true],
    ['EICAR after ten megabytes', Buffer.concat([Buffer.alloc(10 * megabyte, 7), Buffer.from(eicar)]), true],
    ['EICAR packed in a ZIP', zip(Buffer.from(eicar)), true],
    ['a ZIP without it', zip(Buffer.from('a paper')), false],
  ])('judges %s', async (_what, file, isInfected) => {
    expect(await scanner.isInfected(file)).toBe(isInfected);
  });

  test('has judged nothing that is longer than it may be', async () => {
    await expect(scanner.isInfected(Buffer.alloc(16 * megabyte))).rejects.toThrow();
  });

  test('judges many at once, each by itself', async () => {
    const files = Array.from({ length: 20 }, (_unused, at) => Buffer.from(at % 2 === 0 ? eicar : 'a paper'));
    const judged = await Promise.all(files.map((file) => scanner.isInfected(file)));
    expect(judged).toEqual(files.map((_file, at) => at % 2 === 0));
  });
});
