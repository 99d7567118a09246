import { NetworkFailure } from './network-failure.ts';

/** No answer within this many milliseconds counts as a broken connection (9-01). */
export const requestTimeout = 10_000;

export interface WireRequest {
  method: 'GET' | 'POST';
  url: string;
  body?: string;
  headers: Readonly<Record<string, string>>;
  signal?: AbortSignal | undefined;
}

export interface WireAnswer {
  status: number;
  body: unknown;
}

/** One exchange with the server. Throws NetworkFailure without an answer; the caller's own abort passes through. */
export async function sendRequest(fetch: typeof globalThis.fetch, request: WireRequest): Promise<WireAnswer> {
  const { url, signal, method, body, headers } = request;
  const limit = AbortSignal.timeout(requestTimeout);
  try {
    const response = await fetch(url, {
      method,
      headers: { ...headers },
      signal: signal ? AbortSignal.any([signal, limit]) : limit,
      ...(body !== undefined && { body }),
    });
    return { status: response.status, body: readJson(await response.text()) };
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new NetworkFailure('No answer from the server.', { cause: error });
  }
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
