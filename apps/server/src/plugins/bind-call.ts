import { versionHeaders } from '@causeway/contract/api-versions';
import { isKeyed, type AnswerOf, type Call, type ParamsOf, type RequestOf } from '@causeway/contract/define-call';
import { compileWriter } from '@causeway/contract/wire/compile-writer';
import type { Json } from '@causeway/contract/wire/convert-keys';
import { decodeForm, FormError, formFieldsMax } from '@causeway/contract/wire/decode-form';
import { toCamelCase } from '@causeway/contract/wire/names';
import { JsonError, jsonDepthMax, parseJson } from '@causeway/contract/fields/parse-json';
import type { Language } from '@causeway/domain/languages/languages';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { AppContext, Caller } from '../context.ts';
import { Refusal } from '../errors.ts';
import { countAttempts } from './count-tries.ts';
import { rememberClient } from './known-client.ts';
import { headerText, isJson, readSent, requireVersion, secretKeyOf } from './read-bodies.ts';
import { readLanguage } from './read-language.ts';
import { spendBehindCaptcha, spendTargets } from './spend-targets.ts';
import { toFieldFaults } from './field-faults.ts';

/** What a handler is given for one call. */
export interface CallInput<C extends Call> {
  request: RequestOf<C>;
  params: ParamsOf<C>;
  language: Language;
  readonly ip: string;
  readonly requestId: string;
  /** What was sent, as text to be hashed for idempotency. */
  sent: string;
  idempotencyKey: string | undefined;
  /** The `X-Authorization` header: a client's token, or the key of a partner's server or an operator. */
  authorization: string | undefined;
  /** No token was sent, so there is no client to look up. */
  isVisitor: boolean;
  /** Who makes the call. For calls of clients this never returns a visitor. */
  identify(): Promise<Caller>;
  /** Uses up the call's captcha token; only for calls bound with `captcha: 'by handler'`. */
  verifyCaptcha(): Promise<void>;
}

export interface BindOptions {
  /** A call that may be repeated checks its idempotency before it uses up the captcha token. */
  captcha?: 'by handler';
  /**
   * Of a call with a key, of a partner's server or an operator: who makes it, before anything is said about the form of
   * the request.
   *
   * @throws Refusal PARTNER_KEY_WRONG, OPERATOR_KEY_WRONG
   */
  authorize?: (authorization: string | undefined) => Promise<unknown>;
}

/**
 * Binds a call of the contract to its use case: decodes and parses the request, guards access and captcha, and writes
 * the answer in the names of the wire. A handler without waiting is answered at once, without a promise.
 */
export function bindCall<C extends Call>(
  app: FastifyInstance,
  context: AppContext,
  call: C,
  handle: (input: CallInput<C>) => AnswerOf<C> | Promise<AnswerOf<C>>,
  options: BindOptions = {},
): void {
  const write = compileWriter(call.answer);
  const toText = (request: FastifyRequest, reply: FastifyReply, answer: AnswerOf<C>): string => {
    if (!isJsonObject(answer)) throw new Error(`The answer of ${call.name} is not an object.`);
    void reply.header('cache-control', 'no-store').header('content-type', 'application/json; charset=utf-8');
    return completeRefusal(write(answer), answer, request.id);
  };
  const guards = guardsOf(context, call, options);
  const counted = countAttempts(context, call);
  const spendBehind = spendBehindCaptcha(context, call);
  const guardedHandle = async (input: CallInput<C>): Promise<AnswerOf<C>> => {
    for (const guard of guards) await guard(input);
    return counted === undefined ? handle(input) : counted(input, () => handle(input));
  };
  const { authorize } = options;
  if (isKeyed(call) !== (authorize !== undefined))
    throw new Error(`${call.name}: a call with a key, and no other, says how it is checked.`);
  const respond = (request: FastifyRequest): AnswerOf<C> | Promise<AnswerOf<C>> => {
    // A caller without access learns nothing about the form of a request.
    if (authorize !== undefined)
      return authorize(secretKeyOf(request)).then(() =>
        guardedHandle(readInput(context, call, requireVersion(call, request), { spendBehind })),
      );
    if (call.access === 'client')
      return identifyCaller(context, call, request).then((caller) =>
        guardedHandle(readInput(context, call, request, { spendBehind, caller })),
      );
    const input = readInput(context, call, request, { spendBehind });
    return guards.length === 0 && counted === undefined ? handle(input) : guardedHandle(input);
  };
  const headers = versionHeaders(call);
  app.route({
    method: call.method,
    url: call.path.replace(/\{(\w+)\}/g, ':$1'),
    ...(Object.keys(headers).length > 0 && {
      onRequest: (_request: FastifyRequest, reply: FastifyReply, next: () => void) => {
        void reply.headers(headers);
        next();
      },
    }),
    ...(call.isPagePath === true && { constraints: scriptsOnly(app) }),
    config: { call: call.name },
    handler: (request, reply) => {
      const answer = respond(request);
      if (isPromise(answer)) return answer.then((value) => toText(request, reply, value));
      const text = toText(request, reply, answer);
      // Answers of one turn of the event loop are sent together, after it: each write wakes its caller, which between
      // two calculations costs a third of one (docs/decisions/022-answers-of-one-turn.md).
      setImmediate(() => void reply.send(text));
      return undefined;
    },
  });
}

type Strategy = Parameters<FastifyInstance['addConstraintStrategy']>[0];
type RouteHandler = NonNullable<ReturnType<ReturnType<Strategy['storage']>['get']>>;

/** A page has the same path: only a request that says it comes from a script is the call. */
function scriptsOnly(app: FastifyInstance): { script: string } {
  if (!app.hasConstraintStrategy('script'))
    app.addConstraintStrategy({
      name: 'script',
      storage: () => {
        const handlers = new Map<unknown, RouteHandler>();
        return { get: (key) => handlers.get(key) ?? null, set: (key, handler) => void handlers.set(key, handler) };
      },
      deriveConstraint: ({ headers }) => (headers['x-requested-with'] === 'XMLHttpRequest' ? 'yes' : undefined),
    });
  return { script: 'yes' };
}

type Guard = (
  input: Pick<CallInput<Call>, 'request' | 'params' | 'ip' | 'identify' | 'verifyCaptcha'>,
) => Promise<unknown>;

/** What must be checked before a call's handler may run. */
function guardsOf(context: AppContext, call: Call, options: BindOptions): Guard[] {
  const guards: Guard[] = [];
  const spend = spendTargets(context, call);
  if (spend !== undefined) guards.push(spend);
  if (call.captcha !== undefined && options.captcha !== 'by handler') guards.push((input) => input.verifyCaptcha());
  return guards;
}

const isPromise = <Value>(value: Value | Promise<Value>): value is Promise<Value> => value instanceof Promise;

function readInput<C extends Call>(
  context: AppContext,
  call: C,
  request: FastifyRequest,
  { spendBehind, caller }: Pick<ReadCall<C>, 'spendBehind'> & { caller?: Caller },
): CallInput<C> {
  const sent = readSent(call, request);
  const fields = decode(call, sent, isJson(request));
  return new Input(context, call, request, {
    sent,
    captchaToken: fields['gRecaptchaResponse'],
    caller,
    spendBehind,
    request: parse<C['request']>(call.request, fields, { sent }),
    params: parse<C['params']>(call.params, request.params, { code: 'NOT_FOUND' }),
  });
}

interface ReadCall<C extends Call> extends Pick<CallInput<C>, 'request' | 'params' | 'sent'> {
  captchaToken: unknown;
  /** What belongs to others or to all, behind the captcha. */
  spendBehind: ReturnType<typeof spendBehindCaptcha>;
  /** Where it was identified already. */
  caller: Caller | undefined;
}

/** A class, because an object with a getter of its own is slow to make. */
class Input<C extends Call> implements CallInput<C> {
  readonly #asked: FastifyRequest;
  readonly request: RequestOf<C>;
  readonly params: ParamsOf<C>;
  readonly language: Language;
  readonly sent: string;
  readonly idempotencyKey: string | undefined;
  readonly authorization: string | undefined;
  readonly isVisitor: boolean;
  readonly identify: () => Promise<Caller>;
  readonly verifyCaptcha: () => Promise<void>;

  constructor(context: AppContext, call: C, asked: FastifyRequest, read: ReadCall<C>) {
    const { headers } = asked;
    const authorization = isKeyed(call) ? secretKeyOf(asked) : headerText(headers['x-authorization']);
    this.#asked = asked;
    this.request = read.request;
    this.params = read.params;
    this.language = readLanguage(headers['accept-language']);
    this.sent = read.sent;
    this.idempotencyKey = headerText(headers['idempotency-key']);
    this.authorization = authorization;
    this.isVisitor = authorization === undefined;
    let caller = read.caller === undefined ? undefined : Promise.resolve(read.caller);
    // The caller is looked up once, however often it is needed.
    this.identify = () => (caller ??= identifyCaller(context, call, asked));
    this.verifyCaptcha = () =>
      verifyCaptcha(context, call, read.captchaToken, asked.ip).then(() => read.spendBehind?.(this));
  }

  get ip(): string {
    return this.#asked.ip;
  }

  get requestId(): string {
    return this.#asked.id;
  }
}

/** Who makes a call. @throws Refusal ACCESS_EXPIRED, or SESSION_OVER for a phone at a call that is not handed over */
export async function identifyCaller(context: AppContext, call: Call, asked: FastifyRequest): Promise<Caller> {
  const caller = await context.gate.identify(headerText(asked.headers['x-authorization']));
  if (call.access === 'client' && caller.kind === 'visitor') throw new Refusal({ code: 'ACCESS_EXPIRED' });
  if (caller.kind === 'phone' && call.isHandedOver !== true) throw new Refusal({ code: 'SESSION_OVER' });
  return rememberClient(asked, caller);
}

function verifyCaptcha(context: AppContext, call: Call, token: unknown, ip: string): Promise<void> {
  return context.gate.verifyCaptcha(typeof token === 'string' ? token : undefined, call.captcha ?? call.name, ip);
}

/** The fields of a request, for a call that is answered without `bindCall`. @throws Refusal FIELD_INVALID */
export function readFields(call: Call, request: FastifyRequest): Record<string, unknown> {
  return decode(call, readSent(call, request), false);
}

/** A program with a key may send any of its forms as JSON. */
function decode(call: Call, sent: string, isSentAsJson: boolean): Record<string, unknown> {
  if (call.encoding === 'json' || (isSentAsJson && isKeyed(call) && call.encoding === 'form')) return decodeJson(sent);
  try {
    return decodeForm(sent);
  } catch (error) {
    if (error instanceof FormError)
      throw new Refusal(
        { code: 'FIELD_INVALID', field: error.field, values: { fault: error.fault, max: formFieldsMax } },
        { cause: error },
      );
    throw error;
  }
}

function decodeJson(sent: string): Record<string, unknown> {
  try {
    const value = parseJson(sent === '' ? '{}' : sent);
    if (value !== null && typeof value === 'object' && !Array.isArray(value))
      return Object.fromEntries(Object.entries(value).map(([name, field]) => [toCamelCase(name), field]));
  } catch (error) {
    const fault = error instanceof JsonError && error.kind === 'depth' ? 'deep' : 'json';
    throw new Refusal({ code: 'FIELD_INVALID', values: { fault, max: jsonDepthMax } }, { cause: error });
  }
  throw new Refusal({ code: 'FIELD_INVALID', values: { fault: 'body' } });
}

/** Fields by the schema of a call. @throws Refusal with an item for each that is wrong */
export function parseFields<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  code: 'FIELD_INVALID' | 'NOT_FOUND' = 'FIELD_INVALID',
): z.output<Schema> {
  return parse(schema, value, { code });
}

function parse<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  how: { code?: 'FIELD_INVALID' | 'NOT_FOUND'; sent?: string },
): z.output<Schema> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const { code = 'FIELD_INVALID', sent = '' } = how;
  throw new Refusal(
    toFieldFaults(parsed.error.issues, sent).map(({ field, ...values }) => ({
      code,
      field,
      ...(code === 'FIELD_INVALID' && { values }),
    })),
  );
}

/** A refusal with an answer of its own also names itself and its request. */
function completeRefusal(text: string, answer: Readonly<Record<string, Json>>, requestId: string): string {
  const { errors, success, error } = answer;
  const first: unknown = Array.isArray(errors) ? errors[0] : undefined;
  if (success !== 0 && first === undefined) return text;
  const code = isJsonObject(first) ? (first['code'] ?? '') : '';
  const added = { ...(error === undefined && { error: code }), request_id: requestId };
  return `${text.slice(0, -1)},${JSON.stringify(added).slice(1)}`;
}

/** Answers are declared by schemas of JSON, so an object in one is JSON throughout. */
export function isJsonObject(value: unknown): value is Readonly<Record<string, Json>> {
  return typeof value === 'object' && value !== null;
}
