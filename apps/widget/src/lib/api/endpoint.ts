import type { FormValues } from '@causeway/contract/wire/encode-form';

/**
 * A call as the widget makes it. It repeats method and path of the contract, whose own files would bring zod into the first screen; a test holds
 * both against each other.
 */
export interface Endpoint<Values extends FormValues, Answer> {
  /** Row of the requirements, for example `C-04`. */
  id: string;
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
