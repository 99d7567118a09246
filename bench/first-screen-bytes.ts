import { get } from 'node:http';
import { brotliCompressSync, constants } from 'node:zlib';
import type { Row } from './print-rows.ts';

/**
 * Sizes of the first screen: the script and the page as the server sends them, the inlined styles at brotli's best
 * quality.
 */
export async function benchFirstScreenBytes(productUrl: string): Promise<Row[]> {
  const html = await (await fetch(productUrl)).text();
  const scripts = [...html.matchAll(/<script[^>]*\bsrc="([^"]+)"/g)].map(([, source]) => source ?? '');
  const preloads = [...html.matchAll(/<link rel="modulepreload"[^>]*href="([^"]+)"/g)].map(
    ([, source]) => source ?? '',
  );
  const files = new Set<string>();
  for (const source of [...scripts, ...preloads]) await collect(new URL(source, productUrl).href, files);
  let script = 0;
  for (const url of files) script += await servedSize(url);
  const styles = brotli([...html.matchAll(/<style>([\s\S]*?)<\/style>/g)].map(([, css]) => css).join(''));
  const foreign = [...html.matchAll(/(?:src|href)="(https?:\/\/[^"]+)"/g)].filter(
    ([, url]) => !url?.startsWith(productUrl),
  );
  return [
    size('script as it is served', script, 85),
    size('inlined styles', styles, 3),
    size('page with boot data', brotli(html), 10),
    size('page as it is served', await servedSize(productUrl), 10),
    {
      name: 'scripts to hydrate',
      value: String(files.size),
      unit: '',
      goal: 'one (two requests in all)',
      isMet: files.size === 1,
    },
    {
      name: 'third-party addresses in the page',
      value: String(foreign.length),
      unit: '',
      goal: 'none',
      isMet: foreign.length === 0,
    },
  ];
}

/** Bytes on the wire, as a browser gets them; a file that comes uncompressed is a fault of its own. */
function servedSize(url: string): Promise<number> {
  return new Promise((resolve, reject) => {
    get(url, { headers: { 'accept-encoding': 'br', 'accept-language': 'en' } }, (response) => {
      let bytes = 0;
      response.on('data', (chunk: Buffer) => (bytes += chunk.length));
      response.on('end', () =>
        response.headers['content-encoding'] === 'br' ? resolve(bytes) : reject(new Error(`${url} is not compressed.`)),
      );
    }).on('error', reject);
  });
}

/** A script and all its static imports. */
async function collect(url: string, files: Set<string>): Promise<void> {
  if (files.has(url)) return;
  files.add(url);
  const code = await (await fetch(url)).text();
  for (const [, path] of code.matchAll(/(?:^|[;}\s])(?:import|export)\s*(?:[^'"();]*?from\s*)?["'](\.[^"']+)["']/g))
    await collect(new URL(path ?? '', url).href, files);
}

function size(name: string, bytes: number, goal: number): Row {
  return {
    name,
    value: (bytes / 1000).toFixed(2),
    unit: 'kB brotli',
    goal: `at most ${goal} kB`,
    isMet: bytes <= goal * 1000,
  };
}

function brotli(text: string): number {
  return brotliCompressSync(Buffer.from(text), { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).length;
}
