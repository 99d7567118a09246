/** A refusal of a firm that takes or sends money: `{error: {code, message}}` under its HTTP status. */
export class FirmError extends Error {
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}
