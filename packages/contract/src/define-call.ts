import type { z } from 'zod';
import type { Deprecation } from './api-versions.ts';

/**
 * Who may make a call: `anyone`; a signed-in `client` (others get 403 or 401); a client, or for an order of a
 * `merchant` anyone who has its id; a `partner`'s server with its secret key, or an `operator` with a key of its own
 * (others get 401).
 */
export type Access = 'anyone' | 'client' | 'merchant' | 'partner' | 'operator';

/** A caller who has a key of its own in place of a session. */
export function isKeyed({ access }: { access: string }): boolean {
  return access === 'partner' || access === 'operator';
}

/** One call of the product: everything that both sides and the API description need to know of it. */
export interface Call<
  Params extends z.ZodType = z.ZodType,
  Request extends z.ZodType = z.ZodType,
  Answer extends z.ZodType = z.ZodType,
> {
  /** Row of the requirements, for example `C-04`. */
  id: string;
  name: string;
  summary: string;
  method: 'GET' | 'POST';
  /** Path with `{name}` parts. */
  path: string;
  /**
   * A page has the same path: only the request of a script, which says so by `X-Requested-With`, is the call.
   */
  isPagePath?: true;
  /** How the request travels: in the query, as a form, as JSON (`skipStringify`), or with a file as `file`. */
  encoding: 'query' | 'form' | 'json' | 'multipart';
  /** The answer is a file of one of these types, and not what `answer` says. */
  fileTypes?: readonly string[];
  /** The answer is a stream of server-sent events, and not what `answer` says. */
  isStream?: true;
  access: Access;
  /** A phone that a client handed a wizard to may make it too, with the key that its link gave it. */
  isHandedOver?: true;
  /** Captcha action that the token must carry, when the call needs a token. */
  captcha?: string;
  params: Params;
  request: Request;
  /** A well-formed request, in the API description too; nothing where an empty one is well formed. */
  example?: z.input<Request>;
  /** It will end; answers and description say so. */
  deprecated?: Deprecation;
  answer: Answer;
}

/** Declares a call, keeping the exact types of its schemas. */
export function defineCall<Params extends z.ZodType, Request extends z.ZodType, Answer extends z.ZodType>(
  call: Call<Params, Request, Answer>,
): Call<Params, Request, Answer> {
  return call;
}

/** What a caller passes and a handler receives, in the product's names. */
export type RequestOf<C extends Call> = z.output<C['request']>;
export type ParamsOf<C extends Call> = z.output<C['params']>;
/** What a handler returns and a caller receives, in the product's names. */
export type AnswerOf<C extends Call> = z.output<C['answer']>;
