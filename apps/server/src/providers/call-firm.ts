import { ProviderError } from './provider-error.ts';

/** An answer of a firm: its status and its body as text. */
export interface FirmAnswer {
  status: number;
  text: string;
}

/** Causes after which the firm has certainly not seen the call. */
const neverSent: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
]);

/**
 * One HTTP call to a firm: no redirects, a time limit over the whole answer.
 *
 * @throws ProviderError `unreachable` when it was never sent, `unknown` when it may have been carried out
 */
export async function callFirm(firm: string, url: string, init: RequestInit, timeoutMs: number): Promise<FirmAnswer> {
  try {
    const response = await fetch(url, { ...init, redirect: 'error', signal: AbortSignal.timeout(timeoutMs) });
    return { status: response.status, text: await response.text() };
  } catch (error) {
    const code = causeCode(error);
    const kind = neverSent.has(code) ? 'unreachable' : 'unknown';
    throw new ProviderError(firm, kind, { code, message: error instanceof Error ? error.message : '', cause: error });
  }
}

function causeCode(error: unknown): string {
  if (!(error instanceof Error)) return '';
  if (error.name === 'TimeoutError') return 'timeout';
  const { cause } = error;
  return cause instanceof Error && 'code' in cause ? String(cause.code) : '';
}
