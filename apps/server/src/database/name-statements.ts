import { type ClientBase, Query } from 'pg';

/** PostgreSQL's code for a table that has changed under a prepared statement. */
const changedTable = '0A000';

/**
 * From this call a connection sends frequent queries as named statements: the database parses the text of each once.
 */
export function nameStatements(client: ClientBase, names: StatementNames): void {
  const query: (...parameters: never[]) => unknown = client.query;
  const ask = (...parameters: unknown[]): unknown => Reflect.apply(query, client, parameters);
  const askNamed = async (text: string, values: unknown[], name: string): Promise<unknown> => {
    try {
      return await new Promise((resolve, reject) => {
        const heard = (error: Error | null | undefined, result: unknown) => (error ? reject(error) : resolve(result));
        // Made here, as a description of the query would be copied property by property each time.
        ask(Object.assign(new Query(text, values, heard), { name }));
      });
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      if ('code' in error && error.code === changedTable) names.forget();
      // From here the stack trace leads back to the caller.
      Error.captureStackTrace(error);
      throw error;
    }
  };
  const value = (asked: unknown, values?: unknown, heard?: unknown): unknown => {
    const isPlain = typeof asked === 'string' && Array.isArray(values) && values.length > 0 && heard === undefined;
    const name = isPlain ? names.nameOf(asked) : undefined;
    return isPlain && name !== undefined ? askNamed(asked, values, name) : ask(asked, values, heard);
  };
  Object.defineProperty(client, 'query', { value });
}

/** Rare statements are not worth a place in the memory of every connection. */
const usesBeforeName = 3;
const namesMost = 500;
const textsMost = 2000;

/** Names for repeated statements, so that a connection parses each of them once. */
export class StatementNames {
  readonly #uses = new Map<string, number>();
  readonly #names = new Map<string, string>();
  #next = 0;

  /** The name of a statement; `undefined` for a rare one, or when there are enough names. */
  nameOf(text: string): string | undefined {
    const name = this.#names.get(text);
    if (name !== undefined || this.#names.size >= namesMost) return name;
    const uses = (this.#uses.get(text) ?? 0) + 1;
    if (uses < usesBeforeName) {
      if (this.#uses.size >= textsMost) this.#uses.clear();
      this.#uses.set(text, uses);
      return undefined;
    }
    this.#uses.delete(text);
    const made = `s${(this.#next += 1)}`;
    this.#names.set(text, made);
    return made;
  }

  /** Gives every statement a new name: prepared statements under the old ones no longer match the tables. */
  forget(): void {
    this.#names.clear();
  }
}
