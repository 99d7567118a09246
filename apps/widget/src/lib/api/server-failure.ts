import type { ErrorItem } from '@causeway/contract/errors/error-item';

/** The server answered, but not with the expected answer. `errors` holds its error items. */
export class ServerFailure extends Error {
  override readonly name = 'ServerFailure';
  readonly status: number;
  readonly errors: readonly ErrorItem[];
  constructor(status: number, errors: readonly ErrorItem[] = []) {
    super(`The server answered ${status}.`);
    this.status = status;
    this.errors = errors;
  }
}
