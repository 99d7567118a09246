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

const { BROTLI_MODE_GENERIC: generic, BROTLI_MODE_FONT: font } = constants;
/**
 * Ways to compress by mode and logarithm of the size of a block, 0 for what brotli chooses. Which of them is the
 * shortest is chance: the names of the chunks in a script alone move each by 200 bytes.
 */
const tries = [
  [generic, 0],
  [generic, 19],
  [font, 17],
  [font, 19],
] as const;

async function compressFile(file: URL): Promise<void> {
  const plain = await readFile(file);
  const [gzipped, ...made] = await Promise.all([
    squeezeGzip(plain, { level: constants.Z_BEST_COMPRESSION }),
    ...tries.map(([mode, blockSize]) =>
      squeezeBrotli(plain, {
        params: {
          [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
          [constants.BROTLI_PARAM_SIZE_HINT]: plain.length,
          [constants.BROTLI_PARAM_MODE]: mode,
          [constants.BROTLI_PARAM_LGBLOCK]: blockSize,
        },
      }),
    ),
  ]);
  const brotli = made.reduce((best, one) => (one.length < best.length ? one : best));
  await Promise.all([writeFile(`${file.pathname}.br`, brotli), writeFile(`${file.pathname}.gz`, gzipped)]);
}
