import { errorCodes } from '@causeway/contract/errors/error-codes';
import type { ErrorCode, ErrorItem } from '@causeway/contract/errors/error-item';

/** One fault: its text is added from the catalogue of the caller's language. */
export interface RefusalItem {
  code: ErrorCode;
  type?: ErrorItem['type'];
  /** Input that the fault belongs to, wire name; empty for the whole request. */
  field?: string;
  /** Values for the placeholders of the text. */
  values?: Readonly<Record<string, string | number>>;
}

/** A refusal that is answered to the caller. Its status comes from the one table of codes. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly items: readonly RefusalItem[];
  readonly retryAfterSeconds: number | undefined;
  constructor(
    items: RefusalItem | readonly RefusalItem[],
    options: { retryAfterSeconds?: number; cause?: unknown } = {},
  ) {
    const list = 'code' in items ? [items] : items;
    super(list.map((item) => item.code).join(', '), { cause: options.cause });
    this.items = list;
    this.retryAfterSeconds = options.retryAfterSeconds;
  }

  /** HTTP status: the highest of its items. */
  get status(): number {
    return Math.max(...this.items.map((item) => errorCodes[item.code]));
  }
}

/**
 * The refusal of a webhook that a provider sent.
 *
 * @param reason of the provider's adapter, for example `signature_wrong`: the text of FIELD_INVALID names it
 */
export function webhookRefusal(reason: string): Refusal {
  const field = reason.startsWith('signature') ? 'signature' : 'body';
  return new Refusal({ code: 'FIELD_INVALID', field, values: { fault: reason } });
}

/** The refusal of a file while many others are being looked at. Nothing of it was kept. */
export function uploadsBusy(cause?: unknown): Refusal {
  return new Refusal({ code: 'UPLOADS_BUSY', field: 'file' }, { cause, retryAfterSeconds: 15 });
}

/** An operator's request that cannot be carried out; the message says why, for a person. Nothing was changed. */
export class OperatorFault extends Error {
  override readonly name = 'OperatorFault';
}
