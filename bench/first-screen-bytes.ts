import { get } from 'node:http';
import { brotliCompressSync, constants } from 'node:zlib';
import type { Row } from './print-rows.ts';

/** Sizes of the first screen as the server sends it, at brotli's best quality: script, inlined styles, page. */
export async function benchFirstScreenBytes(productUrl: string): Promise<Row[]> {
  const html = await (await fetch(productUrl)).text();
  const scripts = [...html.matchAll(/<script[^>]*\bsrc="([^"]+)"/g)].map(([, source]) => source ?? '');
  const preloads = [...html.matchAll(/<link rel="modulepreload"[^>]*href="([^"]+)"/g)].map(
    ([, source]) => source ?? '',
  );
  const files = new Map<string, string>();
  for (const source of [...scripts, ...preloads]) await collect(new URL(source, productUrl).href, files);
  const script = [...files.values()].reduce((sum, code) => sum + brotli(code), 0);
  const styles = brotli([...html.matchAll(/<style>([\s\S]*?)<\/style>/g)].map(([, css]) => css).join(''));
  const foreign = [...html.matchAll(/(?:src|href)="(https?:\/\/[^"]+)"/g)].filter(
    ([, url]) => !url?.startsWith(productUrl),
  );
  return [
    size('script', script, 85),
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

/** Bytes on the wire of the page, compressed by the server itself. */
function servedSize(url: string): Promise<number> {
  return new Promise((resolve, reject) => {
    get(url, { headers: { 'accept-encoding': 'br', 'accept-language': 'en' } }, (response) => {
      let bytes = 0;
      response.on('data', (chunk: Buffer) => (bytes += chunk.length));
      response.on('end', () =>
        response.headers['content-encoding'] === 'br'
          ? resolve(bytes)
          : reject(new Error('The page is not compressed.')),
      );
    }).on('error', reject);
  });
}

/** A script and all that it imports at once. */
async function collect(url: string, files: Map<string, string>): Promise<void> {
  if (files.has(url)) return;
  const code = await (await fetch(url)).text();
  files.set(url, code);
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
