/**
 * How a call to an outside provider went wrong.
 * - `unreachable`: it certainly did nothing (connection refused, DNS).
 * - `unknown`: it may have done the work (time-out, broken answer, 5xx). Look up, never repeat blindly.
 * - `refused`: it answered that it will not; `code` says why.
 */
export class ProviderError extends Error {
  override readonly name = 'ProviderError';
  readonly provider: string;
  readonly kind: 'unreachable' | 'unknown' | 'refused';
  readonly code: string;
  constructor(
    provider: string,
    kind: 'unreachable' | 'unknown' | 'refused',
    options: { code?: string; message?: string; cause?: unknown } = {},
  ) {
    super(
      `${provider}: ${kind}${options.code === undefined ? '' : ` (${options.code})`}${options.message === undefined ? '' : `: ${options.message}`}`,
      { cause: options.cause },
    );
    this.provider = provider;
    this.kind = kind;
    this.code = options.code ?? '';
  }
}
