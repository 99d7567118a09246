import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { crc32, createDeflate, deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { fileKind } from '@causeway/domain/verification/file-kind';
import { heicThatSays } from './fixtures/heic.ts';
import { createProcessCleaner, type CleanerLimits } from './process-cleaner.ts';
import { CleanerBusy, type OpenedFile } from './port.ts';

const limits: CleanerLimits = { atOnce: 1, waitingMax: 1, waitMaxMs: 60_000 };
const cleaner = createProcessCleaner(limits);
const clean = (file: OpenedFile, changes: Partial<CleanerLimits> = {}) =>
  createProcessCleaner({ ...limits, ...changes }).clean(() => Promise.resolve(file));
type InMemory = OpenedFile & { content: Uint8Array };
/** On a machine that leaves it no time a file is given up as well, as one that was not judged. */
const cleanInTime = (file: OpenedFile, changes: Partial<CleanerLimits>) =>
  clean(file, changes).catch((error: unknown) => {
    if (error instanceof CleanerBusy) return undefined;
    throw error;
  });
const megabyte = 1024 * 1024;
/** So many zeros in a thousandth of their bytes. */
async function packZeros(megabytes: number): Promise<Buffer> {
  const piece = Buffer.alloc(megabyte);
  const pieces = Readable.from(Array.from({ length: megabytes }, () => piece));
  return buffer(pieces.pipe(createDeflate({ level: 9 })));
}
const [pixels, gigabyte] = await Promise.all([packZeros(290), packZeros(1000)]);

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

/** A PNG that says to have these sides, with the given content. */
function png(side: number, content: Buffer, more: Buffer[] = []): InMemory {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(side, 0);
  head.writeUInt32BE(side, 4);
  head.set([8, 2], 8);
  const parts = [chunk('IHDR', head), ...more, chunk('IDAT', content), chunk('IEND', Buffer.alloc(0))];
  return { content: Buffer.concat([Buffer.from('\u0089PNG\r\n\u001a\n', 'latin1'), ...parts]), kind: 'png' };
}

/** A PDF of one page whose content is this stream; its objects are found without a table of them. */
function pdf(filters: readonly string[], stream: Buffer, resources = '', objects: Buffer[] = []): InMemory {
  const text = (line: string) => Buffer.from(`${line}\n`, 'latin1');
  return {
    kind: 'pdf',
    content: Buffer.concat([
      text('%PDF-1.7'),
      text('1 0 obj << /Type /Catalog /Pages 2 0 R >> endobj'),
      text('2 0 obj << /Type /Pages /Kids [3 0 R] /Count 1 >> endobj'),
      text(
        `3 0 obj << /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] /Contents 4 0 R /Resources << ${resources} >> >> endobj`,
      ),
      text(`4 0 obj << /Length ${stream.length} /Filter [${filters.map((name) => `/${name}`).join(' ')}] >> stream`),
      stream,
      text('\nendstream endobj'),
      ...objects,
      text('trailer << /Root 1 0 R >>'),
      text('%%EOF'),
    ]),
  };
}

const image = (side: number, data: Buffer) =>
  Buffer.concat([
    Buffer.from(
      `5 0 obj << /Type /XObject /Subtype /Image /Width ${side} /Height ${side} /ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /FlateDecode /Length ${data.length} >> stream\n`,
    ),
    data,
    Buffer.from('\nendstream endobj\n'),
  ]);
const drawImage = deflateSync(Buffer.from('q 200 0 0 200 0 0 cm /X Do Q'));

/** Few bytes that would be very many. */
const bombs: readonly [string, InMemory][] = [
  ['a HEIC that says to be of 900 megapixels', { content: heicThatSays(30_000, 30_000), kind: 'heic' }],
  ['a HEIC of 49 megapixels in a few bytes', { content: heicThatSays(7_000, 7_000), kind: 'heic' }],
  ['a PNG of 100 megapixels', png(10_000, pixels)],
  ['a small PNG whose content goes on for a gigabyte', png(100, gigabyte)],
  [
    'a PNG with a gigabyte of words beside it',
    png(100, deflateSync(Buffer.alloc(30_100)), [chunk('zTXt', Buffer.concat([Buffer.from('Comment\0\0'), gigabyte]))]),
  ],
  ['a PDF whose page is a gigabyte', pdf(['FlateDecode'], gigabyte)],
  [
    'a PDF whose page is packed three times',
    pdf(['FlateDecode', 'FlateDecode', 'FlateDecode'], deflateSync(deflateSync(gigabyte))),
  ],
  [
    'a PDF with a picture of 900 megapixels',
    pdf(['FlateDecode'], drawImage, '/XObject << /X 5 0 R >>', [image(30_000, gigabyte)]),
  ],
];

describe('files that would be very large', () => {
  test.each(bombs)('%s is refused, or drawn, within its bounds', { timeout: 120_000 }, async (_what, file) => {
    expect(file.content.length).toBeLessThan(3 * megabyte);
    expect(fileKind(file.content)).toBe(file.kind);
    const before = process.memoryUsage.rss();
    const made = await cleanInTime(file, { secondsMax: 5 });
    // What is drawn of one is a page or a picture like any other.
    expect(made?.bytes.length ?? 0).toBeLessThan(15 * megabyte);
    expect(process.memoryUsage.rss() - before).toBeLessThan(150 * megabyte);
  });

  test('a page that lays a picture over itself a million times is given up in time', { timeout: 60_000 }, async () => {
    const once = 'q 200 0 0 200 0 0 cm /X Do Q\n';
    const often = deflateSync(Buffer.from(once.repeat(1_000_000)), { level: 9 });
    const black = deflateSync(Buffer.alloc(2000 * 2000 * 3));
    const file = pdf(['FlateDecode'], often, '/XObject << /X 5 0 R >>', [image(2000, black)]);
    expect(await cleanInTime(file, { secondsMax: 2 })).toBeUndefined();
  });

  test('a program that takes more memory than it may is ended, and the next file has its turn', async () => {
    const bytes = await sharp({ create: { width: 6000, height: 6000, channels: 3, background: '#88aa66' } })
      .jpeg()
      .toBuffer();
    // The program alone takes more than this.
    expect(await clean({ content: bytes, kind: 'jpg' }, { megabytesMax: 20 })).toBeUndefined();
    expect(await clean({ content: bytes, kind: 'jpg' })).toMatchObject({ ext: 'jpg', pages: 1 });
  });

  test('a PDF that is well is drawn, and what a bomb left behind does not show', { timeout: 60_000 }, async () => {
    const file = pdf(['FlateDecode'], deflateSync(Buffer.from('1 0 0 rg 0 0 200 200 re f')));
    expect(await cleaner.clean(() => Promise.resolve(file))).toMatchObject({ ext: 'pdf', pages: 1 });
  });
});

describe('archives and what is made like one', () => {
  test.each([
    ['zip, and what is one inside: docx, xlsx, epub, apk, jar', [0x50, 0x4b, 0x03, 0x04]],
    ['an empty zip', [0x50, 0x4b, 0x05, 0x06]],
    ['gzip', [0x1f, 0x8b, 0x08, 0x00]],
    ['bzip2', [0x42, 0x5a, 0x68, 0x39]],
    ['xz', [0xfd, 0x37, 0x7a, 0x58, 0x5a, 0x00]],
    ['zstd', [0x28, 0xb5, 0x2f, 0xfd]],
    ['7z', [0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c]],
    ['rar', [0x52, 0x61, 0x72, 0x21, 0x1a, 0x07]],
    ['tiff', [0x49, 0x49, 0x2a, 0x00]],
    ['gif', [0x47, 0x49, 0x46, 0x38, 0x39, 0x61]],
    ['webp', [0x52, 0x49, 0x46, 0x46, 0, 0, 0, 0, 0x57, 0x45, 0x42, 0x50]],
    ['svg', [...Buffer.from('<svg xmlns="http://www.w3.org/2000/svg">')]],
    ['postscript', [...Buffer.from('%!PS-Adobe-3.0')]],
  ])('%s is no file that is taken: nothing opens it', (_what, head) => {
    expect(fileKind(Uint8Array.from([...head, ...Buffer.alloc(64)]))).toBeUndefined();
  });
});
