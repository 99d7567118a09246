/** A refusal of the acquirer: `{error: {code, message}}` under its HTTP status. */
export class AcquirerError extends Error {
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}
