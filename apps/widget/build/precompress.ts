import { readdir, readFile, writeFile } from 'node:fs/promises';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { promisify } from 'node:util';

const squeezeBrotli = promisify(brotliCompress);
const squeezeGzip = promisify(gzip);

/**
 * Writes two compressed copies of each text file of a folder, once at the best level, so that the server never
 * compresses on request.
 */
export async function precompress(folder: URL): Promise<void> {
  const names = (await readdir(folder)).filter((name) => /\.(?:js|css|svg|json)$/.test(name));
  await Promise.all(names.map((name) => compressFile(new URL(name, folder))));
}

/** Logarithms of the sizes of a block; 0 lets brotli choose, which is now and then 200 bytes worse than another. */
const blockSizes = [0, 19];

async function compressFile(file: URL): Promise<void> {
  const plain = await readFile(file);
  const [gzipped, ...tries] = await Promise.all([
    squeezeGzip(plain, { level: constants.Z_BEST_COMPRESSION }),
    ...blockSizes.map((blockSize) =>
      squeezeBrotli(plain, {
        params: {
          [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
          [constants.BROTLI_PARAM_SIZE_HINT]: plain.length,
          [constants.BROTLI_PARAM_LGBLOCK]: blockSize,
        },
      }),
    ),
  ]);
  const brotli = tries.reduce((best, one) => (one.length < best.length ? one : best));
  await Promise.all([writeFile(`${file.pathname}.br`, brotli), writeFile(`${file.pathname}.gz`, gzipped)]);
}
