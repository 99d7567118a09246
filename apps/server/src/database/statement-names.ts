/** Rare statements are not worth a place in the memory of every connection. */
const usesBeforeName = 3;
const namesMost = 500;
const textsMost = 2000;

/** Names for statements that are asked again and again, so that a connection parses each of them once. */
export class StatementNames {
  readonly #uses = new Map<string, number>();
  readonly #names = new Map<string, string>();
  #next = 0;

  /** The name of a statement; `undefined` for one that is not asked often, or when there are enough names. */
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

  /** Gives every statement a new name: what connections remember under the old ones fits the tables no longer. */
  forget(): void {
    this.#names.clear();
  }
}
