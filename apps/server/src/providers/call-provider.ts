import { request } from 'undici';
import { refuseWithinTransaction } from '../database/open-pool.ts';
import { ProviderError } from './provider-error.ts';

/** An answer of a provider: its status and its body as text. */
export interface ProviderAnswer {
  status: number;
  text: string;
}

/** Causes after which the provider has certainly not received the call. */
const neverSent: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
]);

/** A request to a provider; GET without a method. */
export interface ProviderCall {
  method?: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  headers?: Readonly<Record<string, string>>;
  body?: string;
}

/**
 * One HTTP call to a provider: no redirects, a time limit over the whole answer.
 *
 * @throws ProviderError `unreachable` when it was never sent, `unknown` when it may have been carried out
 */
export async function callProvider(
  provider: string,
  url: string,
  call: ProviderCall,
  timeoutMs: number,
): Promise<ProviderAnswer> {
  refuseWithinTransaction(provider);
  const { method = 'GET', headers = {}, body = null } = call;
  // Not a signal that times out by itself: its timer would run on after the answer.
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(), timeoutMs);
  try {
    const answer = await request(url, { method, headers, body, signal: limit.signal });
    const text = await answer.body.text();
    if (answer.statusCode >= 300 && answer.statusCode < 400) throw new Error(`Sent on with ${answer.statusCode}`);
    return { status: answer.statusCode, text };
  } catch (error) {
    const code = limit.signal.aborted ? 'timeout' : causeCode(error);
    const kind = neverSent.has(code) ? 'unreachable' : 'unknown';
    throw new ProviderError(provider, kind, {
      code,
      message: error instanceof Error ? error.message : '',
      cause: error,
    });
  } finally {
    clearTimeout(timer);
  }
}

function causeCode(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}
