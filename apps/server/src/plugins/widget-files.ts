import { createHash } from 'node:crypto';
import { readFile, readdir } from 'node:fs/promises';
import { promisify } from 'node:util';
import { constants, zstdCompress } from 'node:zlib';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { AppContext } from '../context.ts';
import { Refusal } from '../errors.ts';

/**
 * Serves the files of the widget's build. Scripts and styles are kept past the next release: a tab of before gets the
 * rest of its own, and a browser that has an earlier one is sent the difference alone, by the compression dictionaries
 * of RFC 9842.
 *
 * @param folder - of the hashed files
 */
export async function widgetFiles(app: FastifyInstance, context: AppContext, folder: URL): Promise<void> {
  // Only a server that listens has browsers that come back.
  app.addHook('onListen', () => keepFiles(context, folder));
  const differences = new Map<string, Promise<Buffer | undefined>>();
  await app.register(async (files) => {
    files.addHook('onRequest', async (request, reply) => {
      const name = nameOf(request);
      const hash = dictionaryOf(request);
      if (hash === undefined) return;
      const key = hash + name;
      // After a release many come at once: each difference is made once.
      const made = differences.get(key) ?? encodeDifference(context, folder, { name, hash });
      differences.set(key, made);
      // While the database is away the whole file is sent.
      const difference = await made.catch(() => undefined);
      if (difference === undefined) return void differences.delete(key);
      await reply.headers({ ...headersOf(name), 'content-encoding': 'dcz' }).send(difference);
    });
    await files.register(fastifyStatic, {
      root: folder.pathname,
      prefix: '/assets/',
      preCompressed: true,
      immutable: true,
      maxAge: '1y',
      decorateReply: false,
      wildcard: false,
      setHeaders: (reply, path) => void reply.headers(headersOf(path.replace(/.*\/|\.(br|gz)$/g, '')) ?? {}),
    });
  });
  app.get('/assets/*', async (request, reply) => {
    const name = nameOf(request);
    // A missing file must not be answered with a page: an old tab would take it for its script.
    const kept = headersOf(name) && (await findKept(context, 'name', name));
    if (kept === undefined) throw new Refusal({ code: 'NOT_FOUND' });
    return reply.headers(headersOf(name) ?? {}).send(kept.body);
  });
}

const nameOf = ({ url }: FastifyRequest) => url.replace(/\?.*/, '').slice('/assets/'.length);

/** A browser uses a script or style sheet as the dictionary of its successors. Undefined for another file. */
function headersOf(name: string): Record<string, string> | undefined {
  const [, stem, kind] = /^([\w.-]+)-[\w-]{7,8}\.(js|css)$/.exec(name) ?? [];
  if (stem === undefined) return undefined;
  return {
    'content-type': kind === 'js' ? 'text/javascript; charset=utf-8' : 'text/css; charset=utf-8',
    'cache-control': 'public, max-age=31536000, immutable',
    'use-as-dictionary': `match="/assets/${stem}-*.${kind}"`,
    vary: 'accept-encoding, available-dictionary',
  };
}

/** The SHA-256 of what the browser has, in hexadecimal digits, where it takes a difference from it. */
function dictionaryOf({ headers }: FastifyRequest): string | undefined {
  const digest = /^:([A-Za-z\d+/]{43}=):$/.exec(String(headers['available-dictionary'] ?? ''))?.[1];
  const isTaken = /\bdcz\b/.test(headers['accept-encoding'] ?? '');
  return isTaken && digest !== undefined ? Buffer.from(digest, 'base64').toString('hex') : undefined;
}

const compress = promisify(zstdCompress);
/** What the content coding dcz begins with, before the hash of its dictionary (RFC 9842, section 5). */
const magic = Buffer.from('5e2a4d1820000000', 'hex');

/** Undefined where the browser's file is no earlier one of this. */
async function encodeDifference(context: AppContext, folder: URL, { name, hash }: { name: string; hash: string }) {
  const kept = await findKept(context, 'sha256', hash);
  const successors = (of: string) => headersOf(of)?.['use-as-dictionary'];
  if (kept === undefined || successors(kept.name) !== successors(name)) return undefined;
  const params = { [constants.ZSTD_c_compressionLevel]: 19, [constants.ZSTD_c_windowLog]: 20 };
  const dictionary = Buffer.from(kept.body);
  const stream = await compress(await readFile(new URL(name, folder)), { dictionary, params });
  return Buffer.concat([magic, Buffer.from(hash, 'hex'), stream]);
}

const keptMs = 90 * 86_400_000;

async function keepFiles({ db, clock, log }: AppContext, folder: URL): Promise<void> {
  const keptAt = clock.now();
  const names = (await readdir(folder)).filter((name) => headersOf(name) !== undefined);
  try {
    for (const name of names) {
      const body = await readFile(new URL(name, folder), 'utf8');
      const row = { sha256: createHash('sha256').update(body).digest('hex'), name, body, keptAt };
      await db
        .insertInto('widgetFiles')
        .values(row)
        .onConflict((same) => same.column('sha256').doUpdateSet({ keptAt }))
        .execute();
    }
    const over = new Date(keptAt.getTime() - keptMs);
    await db.deleteFrom('widgetFiles').where('keptAt', '<', over).execute();
  } catch (error) {
    // Browsers fetch whole files then.
    log.warn('the files of this build were not kept', { error });
  }
}

function findKept({ db }: AppContext, column: 'name' | 'sha256', value: string) {
  return db.selectFrom('widgetFiles').select(['name', 'body']).where(column, '=', value).executeTakeFirst();
}
