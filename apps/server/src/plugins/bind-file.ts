import type { AnswerOf, Call, ParamsOf, RequestOf } from '@causeway/contract/define-call';
import { compileWriter } from '@causeway/contract/wire/compile-writer';
import { toCamelCase } from '@causeway/contract/wire/names';
import { uploadMax } from '@causeway/domain/verification/documents';
import { Busboy } from '@fastify/busboy';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { AppContext, Caller } from '../context.ts';
import { Refusal } from '../errors.ts';
import { identifyCaller, isJsonObject, parseFields } from './bind-call.ts';
import { spendTargets } from './spend-targets.ts';
import { spool, type Spooled } from './spool.ts';

/** What a handler is given for one upload. The file waits on the disk, sealed, until the answer. */
export interface UploadInput<C extends Call> {
  request: RequestOf<C>;
  file: Spooled;
  caller: Caller;
}

const fieldsMax = 20;
const fieldLengthMax = 200;

/** Binds a call that takes one file with its fields as `multipart/form-data`. Who may not ask sends nothing. */
export function bindUpload<C extends Call>(
  app: FastifyInstance,
  context: AppContext,
  call: C,
  handle: (input: UploadInput<C>) => Promise<AnswerOf<C>>,
): void {
  const write = compileWriter(call.answer);
  const spend = spendTargets(context, call);
  const folder = join(context.config.DATA_DIR, 'incoming');
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('multipart/form-data', (_request, payload, done) => done(null, payload));
    scope.route({
      method: call.method,
      url: call.path,
      config: { call: call.name },
      handler: async (request, reply) => {
        const caller = await identifyCaller(context, call, request);
        await spend?.({ request: {}, params: {}, identify: () => Promise.resolve(caller) });
        const { fields, file } = await readForm(request, folder);
        try {
          const answer = await handle({ request: parseFields<C['request']>(call.request, fields), file, caller });
          if (!isJsonObject(answer)) throw new Error(`The answer of ${call.name} is not an object.`);
          return await reply
            .header('cache-control', 'no-store')
            .header('content-type', 'application/json; charset=utf-8')
            .send(write(answer));
        } finally {
          await file.remove();
        }
      },
    });
  });
}

/** @throws Refusal FIELD_INVALID for a form that cannot be read, `is_required` on `file` where there is none */
async function readForm(
  request: FastifyRequest,
  folder: string,
): Promise<{ fields: Record<string, string>; file: Spooled }> {
  const fields: Record<string, string> = {};
  const body = request.body;
  const type = request.headers['content-type'];
  let spooling: Promise<Spooled> | undefined;
  try {
    const form = new Busboy({
      headers: { ...request.headers, 'content-type': type ?? '' },
      limits: { files: 1, fields: fieldsMax, fieldSize: fieldLengthMax, fieldNameSize: 50, parts: fieldsMax + 1 },
    });
    form.on('field', (name, value) => void (fields[toCamelCase(name)] = value));
    form.on('file', (name, stream) => {
      if (name !== 'file' || spooling !== undefined) return void stream.resume();
      spooling = spool(folder, stream, uploadMax);
      // Who waits for the form hears of it below.
      spooling.catch(() => undefined);
    });
    await new Promise<void>((resolve, reject) => {
      form.on('finish', resolve);
      form.on('error', reject);
      const source = requireStream(body);
      source.on('error', reject);
      source.on('aborted', () => reject(new Error('The sender went away.')));
      source.pipe(form);
    });
  } catch (error) {
    void spooling?.then((file) => file.remove()).catch(() => undefined);
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

/** Binds a call that answers a file. It is shown by nobody but the page that asked, and kept by no cache. */
export function bindDownload<C extends Call>(
  app: FastifyInstance,
  context: AppContext,
  call: C,
  handle: (input: { params: ParamsOf<C>; caller: Caller }) => Promise<ServedFile>,
): void {
  const spend = spendTargets(context, call);
  app.route({
    method: call.method,
    url: call.path.replace(/\{(\w+)\}/g, ':$1'),
    config: { call: call.name },
    handler: async (request, reply) => {
      const caller = await identifyCaller(context, call, request);
      await spend?.({ request: {}, params: {}, identify: () => Promise.resolve(caller) });
      const params = parseFields<C['params']>(call.params, request.params, 'NOT_FOUND');
      const { bytes, type, name } = await handle({ params, caller });
      return reply
        .header('cache-control', 'no-store')
        .header('content-disposition', `attachment; filename="${name}"`)
        .header('content-type', type)
        .send(Buffer.from(bytes));
    },
  });
}
