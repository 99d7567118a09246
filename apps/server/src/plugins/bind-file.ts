import { isKeyed, type AnswerOf, type Call, type ParamsOf, type RequestOf } from '@causeway/contract/define-call';
import { compileWriter } from '@causeway/contract/wire/compile-writer';
import { toCamelCase } from '@causeway/contract/wire/names';
import type { Language } from '@causeway/domain/languages/languages';
import { uploadMax } from '@causeway/domain/verification/documents';
import { Busboy } from '@fastify/busboy';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { AppContext, Caller } from '../context.ts';
import { addressFamily } from '../budgets/address-family.ts';
import { Refusal, uploadsBusy } from '../errors.ts';
import { countAttempts } from './count-tries.ts';
import { identifyCaller, isJsonObject, parseFields, readFields, type BindOptions } from './bind-call.ts';
import { secretKeyOf } from './read-bodies.ts';
import { readLanguage } from './read-language.ts';
import { spendTargets } from './spend-targets.ts';
import { removeAbandoned, spool, type Spooled } from './spool.ts';
import { pace, requirePace, SenderTooSlow } from './pace.ts';

/** What a handler is given for one upload. The file waits on the disk, sealed, until the answer. */
export interface UploadInput<C extends Call> {
  request: RequestOf<C>;
  file: Spooled;
  caller: Caller;
  /** The caller's address. */
  ip: string;
  language: Language;
}

/** Files that a process takes at a time, each on the disk until its answer; of one network, and of one client. */
const uploadsMax = 60;
const uploadsOfNetworkMax = 30;
const uploadsOfOneMax = 4;
/** Milliseconds between two looks for files that killed processes have left. */
const sweepMs = 3_600_000;
const fieldsMax = 20;
const fieldLengthMax = 200;

interface Upload<C extends Call> {
  call: C;
  /** Most bytes of the file. */
  most?: number;
  /** Reads a form; it fails with what `findDiskFault` finds while the disk takes no files. */
  watchDisk: <Result>(read: () => Promise<Result>) => Promise<Result>;
}

/** Binds a call that takes one file with its fields as `multipart/form-data`. Who may not ask sends nothing. */
export function bindUpload<C extends Call>(
  app: FastifyInstance,
  context: AppContext,
  { call, most = uploadMax, watchDisk }: Upload<C>,
  handle: (input: UploadInput<C>) => Promise<AnswerOf<C>>,
): void {
  const write = compileWriter(call.answer);
  const spend = spendTargets(context, call);
  const folder = join(context.config.DATA_DIR, 'incoming');
  const gate = new UploadGate();
  const take = async (request: FastifyRequest, caller: Caller): Promise<string> => {
    const { fields, file } = await watchDisk(() => readForm(request, folder, most));
    const language = readLanguage(request.headers['accept-language']);
    try {
      const asked = parseFields<C['request']>(call.request, fields);
      const answer = await handle({ request: asked, file, caller, ip: request.ip, language });
      if (!isJsonObject(answer)) throw new Error(`The answer of ${call.name} is not an object.`);
      return write(answer);
    } finally {
      await file.remove();
    }
  };
  void app.register(async (scope) => {
    const sweep = () => void removeAbandoned(folder);
    const sweeping = setInterval(sweep, sweepMs).unref();
    scope.addHook('onReady', async () => removeAbandoned(folder));
    scope.addHook('onClose', async () => clearInterval(sweeping));
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('multipart/form-data', (_request, payload, done) => done(null, payload));
    scope.route({
      method: call.method,
      url: call.path,
      config: { call: call.name },
      handler: async (request, reply) => {
        const caller = await identifyCaller(context, call, request);
        // What is sent while all places are taken is read and thrown away, so that the sender gets the answer.
        const leave = gate.enter(caller, request.ip);
        try {
          await spend?.({ request: {}, params: {}, ip: request.ip, identify: () => Promise.resolve(caller) });
          const text = await take(request, caller);
          return await reply
            .header('cache-control', 'no-store')
            .header('content-type', 'application/json; charset=utf-8')
            .send(text);
        } finally {
          leave();
        }
      },
    });
  });
}

/** Counts the files that are under way, so that neither many clients nor few networks take all places. */
export class UploadGate {
  readonly #inFlight = new Set<{ clientId: string; network: string }>();

  /** @returns what ends it @throws Refusal UPLOADS_BUSY */
  enter(caller: Caller, ip: string): () => void {
    const one = { clientId: caller.kind === 'visitor' ? '' : caller.clientId, network: addressFamily(ip) };
    const under = [...this.#inFlight];
    const isFull =
      under.length >= uploadsMax ||
      under.filter(({ network }) => network === one.network).length >= uploadsOfNetworkMax ||
      under.filter(({ clientId }) => clientId === one.clientId).length >= uploadsOfOneMax;
    if (isFull) throw uploadsBusy();
    this.#inFlight.add(one);
    return () => void this.#inFlight.delete(one);
  }
}

/** A full disk, for example: no fault of the sender's. */
class SpoolFailed extends Error {}

/** Why the disk did not take what was sent; `undefined` for another refusal. */
export function findDiskFault(error: unknown): Error | undefined {
  const fault = error instanceof Refusal && error.cause instanceof SpoolFailed ? error.cause.cause : undefined;
  return fault instanceof Error && 'syscall' in fault ? fault : undefined;
}

/**
 * @throws Refusal FIELD_INVALID for a form that cannot be read, `is_required` on `file` where there is none, TRY_LATER
 *   for one that comes too slowly, or that the disk does not take
 */
async function readForm(
  request: FastifyRequest,
  folder: string,
  most: number,
): Promise<{ fields: Record<string, string>; file: Spooled }> {
  const fields: Record<string, string> = {};
  const body = request.body;
  const type = request.headers['content-type'];
  let spooling: Promise<Spooled> | undefined;
  let sending: Readable | undefined;
  try {
    const form = new Busboy({
      headers: { ...request.headers, 'content-type': type ?? '' },
      limits: { files: 1, fields: fieldsMax, fieldSize: fieldLengthMax, fieldNameSize: 50, parts: fieldsMax + 1 },
    });
    form.on('field', (name, value) => void (fields[toCamelCase(name)] = value));
    await new Promise<void>((resolve, reject) => {
      form.on('file', (name, stream) => {
        if (name !== 'file' || spooling !== undefined) return void stream.resume();
        sending = stream;
        spooling = spool(folder, stream, most);
        spooling.catch((cause: unknown) => reject(new SpoolFailed('The disk did not take it.', { cause })));
      });
      form.on('finish', resolve);
      form.on('error', reject);
      const source = requireStream(body);
      const paced = requirePace();
      source.on('error', reject);
      paced.on('error', reject);
      source.on('close', () => {
        if (source.readableEnded) return;
        paced.destroy();
        reject(new Error('The sender went away.'));
      });
      source.pipe(paced).pipe(pace()).pipe(form);
    });
  } catch (error) {
    // The form never ends the stream of its file by itself, and an open one keeps its file on the disk.
    sending?.on('error', () => undefined).destroy(new Error('The form was not read to its end.'));
    if (body instanceof Readable) body.unpipe().resume();
    await spooling?.then((file) => file.remove()).catch(() => undefined);
    if (error instanceof SenderTooSlow || error instanceof SpoolFailed)
      throw new Refusal({ code: 'TRY_LATER', field: 'file' }, { cause: error, retryAfterSeconds: 2 });
    throw new Refusal({ code: 'FIELD_INVALID', values: { fault: 'body' } }, { cause: error });
  }
  if (spooling === undefined) throw new Refusal({ code: 'is_required', field: 'file' });
  return { fields, file: await spooling };
}

function requireStream(body: unknown): Readable {
  if (body instanceof Readable) return body;
  throw new Error('There is no form.');
}

export interface ServedFile {
  bytes: Uint8Array;
  type: string;
  /** A name of ours, of plain letters. */
  name: string;
}

/** Binds a call that answers a file. Only the page that asked may show it, and no cache may keep it. */
export function bindDownload<C extends Call>(
  app: FastifyInstance,
  context: AppContext,
  call: C,
  handle: (input: {
    request: RequestOf<C>;
    params: ParamsOf<C>;
    caller: Caller;
    /** The key of a call with one. */
    authorization: string | undefined;
    language: Language;
  }) => Promise<ServedFile>,
  { authorize }: Pick<BindOptions, 'authorize'> = {},
): void {
  if (isKeyed(call) !== (authorize !== undefined))
    throw new Error(`${call.name}: nothing says how its key is checked.`);
  const spend = spendTargets(context, call);
  const counted = countAttempts(context, call);
  app.route({
    method: call.method,
    url: call.path.replace(/\{(\w+)\}/g, ':$1'),
    config: { call: call.name },
    handler: async (request, reply) => {
      const authorization = isKeyed(call) ? secretKeyOf(request) : undefined;
      await authorize?.(authorization);
      const caller = isKeyed(call) ? ({ kind: 'visitor' } as const) : await identifyCaller(context, call, request);
      const identify = () => Promise.resolve(caller);
      await spend?.({ request: {}, params: {}, ip: request.ip, identify });
      const params = parseFields<C['params']>(call.params, request.params, 'NOT_FOUND');
      const fields = parseFields<C['request']>(call.request, readFields(call, request));
      const language = readLanguage(request.headers['accept-language']);
      const serve = () => handle({ request: fields, params, caller, authorization, language });
      const { bytes, type, name } = await (counted?.({ request: fields, identify }, serve) ?? serve());
      return reply
        .header('cache-control', 'no-store')
        .header('content-disposition', `attachment; filename="${name}"`)
        .header('content-type', type)
        .send(Buffer.from(bytes));
    },
  });
}
