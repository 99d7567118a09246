import type { z } from 'zod';
import type { AnswerOf, Call } from './define-call.ts';
import type { Json } from './wire/convert-keys.ts';
import type { FormValues } from './wire/encode-form.ts';

/** A call as a page makes it: what is left of the contract without its schemas, which a first screen has no room for. */
export interface Endpoint<Values extends FormValues, Answer> {
  method: 'GET' | 'POST';
  /** Path with `{name}` parts. */
  path: string;
  /** What an answer must hold to count as one. */
  keys: readonly (keyof Answer & string)[];
  /** The keys of its answer are data and keep their spelling. */
  isData?: boolean;
  /** It tells the traits of the device, `tfp`. */
  isTraced?: boolean;
  /** Keeps the type of the values; never called. */
  send?: (values: Values) => Answer;
}

/** The endpoint of a call: the traits are added by whoever sends it. */
export type EndpointOf<C extends Call> = Endpoint<FormOf<Omit<z.input<C['request']>, 'tfp'>>, AnswerOf<C>>;

/** A request before it is encoded: the contract's fields, texts as text and flags as truths. */
type FormOf<Request> = { readonly [Field in keyof Request]: ValueOf<Request[Field]> };

type ValueOf<Value> =
  | (undefined extends Value ? undefined : never)
  | ([Exclude<Value, undefined>] extends ['0' | '1']
      ? boolean
      : [Exclude<Value, undefined>] extends [string]
        ? string
        : Json);
