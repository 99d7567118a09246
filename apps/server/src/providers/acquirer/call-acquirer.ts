import { z } from 'zod';
import { callProvider } from '../call-provider.ts';
import { ProviderError } from '../provider-error.ts';
import type { Acquirer, AcquirerPayment } from './port.ts';

const timeoutMs = 8000;

/** How one provider is called. */
export interface AcquirerAccess {
  name: string;
  /** Base address, without a slash at the end. */
  url: string;
  key: string;
}

const failure = z.object({ error: z.object({ code: z.string(), message: z.string().default('') }) });

/**
 * One call of the API, with its parsed answer.
 *
 * @throws ProviderError
 */
export async function callAcquirer<Schema extends z.ZodType>(
  { name, url, key }: AcquirerAccess,
  schema: Schema,
  call: { method: 'GET' | 'POST' | 'DELETE'; path: string; body?: object; idempotencyKey?: string },
): Promise<z.output<Schema>> {
  const isPost = call.method === 'POST';
  const { status, text } = await callProvider(
    name,
    `${url}/v1${call.path}`,
    {
      method: call.method,
      headers: {
        authorization: `Bearer ${key}`,
        ...(isPost && { 'content-type': 'application/json' }),
        ...(call.idempotencyKey !== undefined && { 'idempotency-key': call.idempotencyKey }),
      },
      ...(isPost && { body: JSON.stringify(call.body ?? {}) }),
    },
    timeoutMs,
  );
  const body = parseJson(text);
  if (status < 200 || status >= 300 || body === undefined) throw explain(name, status, body);
  const parsed = schema.safeParse(body);
  if (parsed.success) return parsed.data;
  throw new ProviderError(name, 'unknown', { code: 'answer_malformed', cause: parsed.error });
}

function explain(name: string, status: number, body: unknown): ProviderError {
  const reported = failure.safeParse(body).data?.error;
  // A refusal must be in the provider's own format; anything else leaves open what happened.
  const isRefusal = status >= 400 && status < 500 && reported !== undefined;
  const code = reported?.code ?? `http_${status}`;
  return new ProviderError(name, isRefusal ? 'refused' : 'unknown', { code, message: reported?.message ?? '' });
}

/** JSON text to its value, `undefined` for any other text. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Whether a payer can still pay it. */
export const isPayable = ({ status }: AcquirerPayment): boolean =>
  status === 'created' || status === 'challenge' || status === 'declined';

/** Ends a payment that was not paid. @returns it as it is then; where it was paid first, it stays so */
export async function stopPayment(acquirer: Acquirer, id: string): Promise<AcquirerPayment> {
  try {
    return await acquirer.cancelPayment(id);
  } catch (error) {
    if (error instanceof ProviderError && error.kind === 'refused') return acquirer.getPayment(id);
    throw error;
  }
}
