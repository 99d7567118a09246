/** Where Causeway runs, and the secret key of your server. */
export interface ApiAccess {
  /** An exact origin: `https://pay.example`. */
  origin: string;
  /** `sk_live_…` or `sk_test_…`; never in a page. */
  secretKey: string;
}

/** One thing that is wrong with a call. */
export interface ApiFault {
  /** Such as `AMOUNT_MIN`. */
  code: string;
  /** Name of the field; empty when it is about the whole call. */
  field: string;
  /** A sentence in English. */
  text: string;
}

/** A call that Causeway refused, or that got no answer (status 0). */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  readonly faults: readonly ApiFault[];
  /** Name it to the operator of Causeway; empty without an answer. */
  readonly requestId: string;
  constructor(status: number, faults: readonly ApiFault[], requestId: string, message: string) {
    super(message);
    this.status = status;
    this.faults = faults;
    this.requestId = requestId;
  }
}

type Answer = Readonly<Record<string, unknown>>;
type Fields = Readonly<Record<string, string | undefined>>;

export async function call(access: ApiAccess, method: 'GET' | 'POST', path: string, fields: Fields): Promise<Answer> {
  const url = new URL(path, access.origin);
  const given = Object.entries(fields).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]));
  const form = new URLSearchParams(given);
  if (method === 'GET') url.search = form.toString();
  let response: Response;
  let answer: unknown;
  try {
    response = await fetch(url, {
      method,
      headers: { authorization: `Bearer ${access.secretKey}`, 'x-requested-with': 'XMLHttpRequest' },
      signal: AbortSignal.timeout(15_000),
      ...(method === 'POST' && { body: form }),
    });
    answer = await response.json();
  } catch (error) {
    throw new ApiError(0, [], '', `${url.origin} gave no answer that can be read: ${String(error)}`);
  }
  if (!isRecord(answer)) throw unreadable('answer');
  const faults = Array.isArray(answer['errors']) ? answer['errors'].filter(isFault) : [];
  if (!response.ok || faults.length > 0) {
    const message = faults.map(({ field, text: sentence }) => (field === '' ? sentence : `${field}: ${sentence}`));
    const requestId = answer['request_id'];
    throw new ApiError(
      response.status,
      faults,
      typeof requestId === 'string' ? requestId : '',
      message.join(' ') || `Refused with ${response.status}`,
    );
  }
  return answer;
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isFault(value: unknown): value is ApiFault {
  return isRecord(value) && ['code', 'field', 'text'].every((name) => typeof value[name] === 'string');
}

export function text(answer: Answer, name: string): string {
  const value = answer[name];
  if (typeof value !== 'string') throw unreadable(name);
  return value;
}

export function number(answer: Answer, name: string): number {
  const value = answer[name];
  if (typeof value !== 'number') throw unreadable(name);
  return value;
}

export function unreadable(name: string): ApiError {
  return new ApiError(0, [], '', `The answer has no "${name}" that this version can read.`);
}
