import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import type { AppContext } from '../context.ts';
import { Refusal } from '../errors.ts';

const built = new URL('../../../../packages/sdk/dist/', import.meta.url);
/** The script for pages, and what it fetches later. */
const names = ['causeway.js', 'causeway-more.js', 'causeway-qr.js', 'causeway-doctor.js'] as const;
const address = z.object({ version: z.string().regex(/^[\w.-]{1,64}$/), name: z.enum(names) });

/**
 * Serves the SDK's script builds to any page: they are public, and partners load them across origins. `/causeway.js` is
 * always as new as the server; what `/sdk/{version}/` has given once it gives after every update too.
 *
 * @param folder - of the SDK's build
 */
export function sdkScript(app: FastifyInstance, context: AppContext, folder = built): void {
  for (const name of names)
    app.get(`/${name}`, async (_request, reply) => sendScript(reply, await readSdkFile(name, folder), 300));

  const kept = new Set<string>();
  app.get('/sdk/:version/:name', async (request, reply) => {
    const asked = address.safeParse(request.params);
    if (!asked.success) throw new Refusal({ code: 'NOT_FOUND' });
    const { version, name } = asked.data;
    if (version !== (await readScriptVersion(folder)))
      return sendScript(reply, await findKept(context, version, name), year);
    if (!kept.has(version)) await keepScripts(context, version, folder);
    kept.add(version);
    return sendScript(reply, await readSdkFile(name, folder), year);
  });
}

const year = 31_536_000;

function sendScript(reply: FastifyReply, body: Buffer | string, seconds: number): FastifyReply {
  return reply
    .type('text/javascript; charset=utf-8')
    .header('cache-control', `public, max-age=${seconds}${seconds === year ? ', immutable' : ''}`)
    .header('access-control-allow-origin', '*')
    .header('cross-origin-resource-policy', 'cross-origin')
    .send(body);
}

/** All scripts of this build at once: a pinned page fetches the others later, perhaps after an update. */
async function keepScripts({ db, clock }: AppContext, version: string, folder: URL): Promise<void> {
  const keptAt = clock.now();
  const rows = await Promise.all(
    names.map(async (name) => ({ version, name, body: (await readSdkFile(name, folder)).toString(), keptAt })),
  );
  await db
    .insertInto('scriptVersions')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

async function findKept({ db }: AppContext, version: string, name: string): Promise<string> {
  const found = await db
    .selectFrom('scriptVersions')
    .select('body')
    .where('version', '=', version)
    .where('name', '=', name)
    .executeTakeFirst();
  if (found === undefined) throw new Refusal({ code: 'NOT_FOUND' });
  return found.body;
}

/** Names the scripts of this build: the version of the package, and the beginning of a hash of all of them. */
export async function readScriptVersion(folder = built): Promise<string> {
  const manifest: unknown = JSON.parse(await readFile(new URL('../package.json', folder), 'utf8'));
  const { version } = z.object({ version: z.string() }).parse(manifest);
  const hash = createHash('sha256').update(await readSdkFile('integrity.json', folder));
  return `${version}-${hash.digest('hex').slice(0, 8)}`;
}

/**
 * A file of the SDK's build.
 *
 * @throws Refusal NOT_FOUND when it was not built
 */
export async function readSdkFile(name: string, folder = built): Promise<Buffer> {
  return readFile(new URL(name, folder)).catch((error: unknown) => {
    throw new Refusal({ code: 'NOT_FOUND' }, { cause: error });
  });
}
