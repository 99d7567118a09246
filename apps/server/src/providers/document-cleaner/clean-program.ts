import { buffer } from 'node:stream/consumers';
import sharp from 'sharp';

// Why these libraries: docs/decisions/032-pictures-are-drawn-again.md.
// A program of its own, with memory, time and priority of its own, that imports none of the product: the kind of the
// file is its only parameter, the file comes in, and the pages' number and the re-encoded file go out. What only some
// kinds need is loaded for those: most are photographs, and a client waits for each. Its host checks the kind: a
// library for that would be a fifth of what a photograph takes.

/** Most pixels of a picture, and most pages of a PDF. */
const pixelsMax = 50_000_000;
const pagesMax = 30;
/** Longer side of a picture and of a page afterwards: small print stays readable. */
const pictureSide = 4000;
const pageSide = 2200;

/** Only these readers of the library are open to files from outside. */
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer'] });
sharp.cache(false);
sharp.concurrency(1);

async function clean(bytes: Buffer, kind: string | undefined) {
  if (kind === 'pdf') return cleanPdf(bytes);
  const picture =
    kind === 'heic' ? await readHeic(bytes) : sharp(bytes, { limitInputPixels: pixelsMax, failOn: 'error' });
  if (picture === undefined) return undefined;
  const { data } = await picture
    .autoOrient()
    .resize({ width: pictureSide, height: pictureSide, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#ffffff' })
    .jpeg({ quality: 86 })
    .toBuffer({ resolveWithObject: true });
  return { bytes: data, pages: 1 };
}

async function readHeic(bytes: Uint8Array) {
  const { default: decodeHeic } = await import('heic-decode');
  const images = await decodeHeic.all({ buffer: bytes });
  try {
    const [first] = images;
    if (first === undefined || first.width * first.height > pixelsMax) return undefined;
    const { width, height, data } = await first.decode();
    return sharp(Buffer.from(data), { raw: { width, height, channels: 4 } });
  } finally {
    images.dispose();
  }
}

/**
 * Draws each page and makes a new file of the pictures: scripts, forms, attachments, layers and what lies under others
 * are gone.
 */
async function cleanPdf(bytes: Uint8Array) {
  const [{ PDFDocument }, { PDFiumLibrary }] = await Promise.all([import('@cantoo/pdf-lib'), import('@hyzyla/pdfium')]);
  const library = await PDFiumLibrary.init();
  const source = await library.loadDocument(bytes);
  const pages = source.getPageCount();
  if (pages < 1 || pages > pagesMax) return undefined;
  const made = await PDFDocument.create();
  for (const page of source.pages()) {
    const { originalWidth: width, originalHeight: height } = page.getOriginalSize();
    if (!(width > 0 && height > 0) || Math.max(width, height) > 20 * Math.min(width, height)) return undefined;
    const scale = pageSide / Math.max(width, height);
    const drawn = await page.render({ scale, render: 'bitmap' });
    const picture = await sharp(Buffer.from(drawn.data), {
      raw: { width: drawn.width, height: drawn.height, channels: 4 },
    })
      .flatten({ background: '#ffffff' })
      .jpeg({ quality: 80 })
      .toBuffer();
    const image = await made.embedJpg(picture);
    made.addPage([width, height]).drawImage(image, { x: 0, y: 0, width, height });
  }
  return { bytes: await made.save(), pages };
}

try {
  const made = await clean(await buffer(process.stdin), process.argv[2]);
  if (made === undefined) throw new Error('It is too large to be drawn.');
  process.stdout.write(Buffer.from([made.pages]));
  process.stdout.write(made.bytes);
} catch {
  // Whatever a library says of a file that it cannot read: it is none of that kind.
  process.exitCode = 1;
}
