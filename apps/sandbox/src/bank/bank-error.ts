/** A refusal of the bank: `{error: {code, message}}` under its HTTP status. */
export class BankError extends Error {
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}
