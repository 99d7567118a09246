/** Something the server did that the outside world or the database will remember. */
export interface Effect {
  /** What it was, for example `commit card_payments, orders` or `POST /acquirer/v1/payments`. */
  label: string;
  /** What was sent for it: parameters, addresses, bodies. They tell which order it belongs to. */
  said: readonly string[];
}

/** Which moment of which effect is to be met: its n-th happening, before it takes hold or after, unheard of. */
export interface Target {
  label: string;
  occurrence: number;
  side: 'before' | 'after';
}

/** Where to strike, and how. */
export interface Aim {
  target: Target;
  strike: () => Promise<void>;
}

/** Asked once the effect has happened, and whether it changed nothing at all; `false` when its answer must not arrive. */
export type AfterEffect = (result: { isIdle: boolean }) => Promise<boolean>;

/** An effect that happened, for the n-th time. `isIdle`: it turned out to change nothing. */
export interface SeenEffect {
  readonly label: string;
  readonly occurrence: number;
  isIdle: boolean;
}

/**
 * Sits between the proxies and a test: tells which effects belong to which order, notes them in order, and calls
 * `strike` once, at the target. While a strike is under way no effect passes, so that the victim does nothing more
 * and never learns what became of its effect.
 */
export class EffectWatch {
  readonly #known = new Set<string>();
  readonly #followed = new Set<Followed>();
  #isStriking = false;

  /**
   * Notes the effects of one order from now on.
   *
   * @param mark a word that only this order's first effect carries, for example its destination address; every new
   * word beside it (ids, order numbers, signed bytes) becomes a mark of the order too
   */
  follow(mark: string, aim?: Aim): Followed {
    const followed = new Followed(mark, aim);
    this.#followed.add(followed);
    return followed;
  }

  unfollow(followed: Followed): void {
    this.#followed.delete(followed);
  }

  /** An effect is about to happen. Answers `undefined` when it must not. */
  async before(effect: Effect): Promise<AfterEffect | undefined> {
    if (this.#isStriking) return undefined;
    const words = wordsOf(effect.said);
    const followed = this.#findOwner(words);
    const seen = followed?.note(
      effect.label,
      [...words].filter((word) => !this.#known.has(word)),
    );
    for (const word of words) this.#known.add(word);
    if (followed === undefined || seen === undefined) return () => Promise.resolve(!this.#isStriking);
    if (await this.#strikeAt(followed, { ...seen, side: 'before' })) return undefined;
    return async ({ isIdle }) => {
      seen.isIdle = isIdle;
      return !this.#isStriking && !(await this.#strikeAt(followed, { ...seen, side: 'after' }));
    };
  }

  /** Coins that one order gave back as change are spent by the next: the order with most of the words owns it. */
  #findOwner(words: ReadonlySet<string>): Followed | undefined {
    let owner: Followed | undefined;
    let most = 0;
    for (const followed of this.#followed) {
      const count = followed.countMarks(words);
      if (count > most) [owner, most] = [followed, count];
    }
    return owner;
  }

  async #strikeAt(followed: Followed, moment: Target): Promise<boolean> {
    const strike = followed.takeStrike(moment);
    if (strike === undefined) return false;
    this.#isStriking = true;
    await strike().finally(() => (this.#isStriking = false));
    return true;
  }
}

/** One order under watch. */
export class Followed {
  /** Its effects so far, in order. */
  readonly seen: SeenEffect[] = [];
  readonly #marks: Set<string>;
  readonly #counts = new Map<string, number>();
  #aim: Aim | undefined;
  #hasStruck = false;

  constructor(mark: string, aim: Aim | undefined) {
    this.#marks = new Set([mark]);
    this.#aim = aim;
  }

  get hasStruck(): boolean {
    return this.#hasStruck;
  }

  /** Adds a word that belongs to this order. */
  mark(word: string): void {
    this.#marks.add(word);
  }

  countMarks(words: ReadonlySet<string>): number {
    let count = 0;
    for (const word of words) if (this.#marks.has(word)) count += 1;
    return count;
  }

  /** Writes an effect down; `newWords` were never heard before it. */
  note(label: string, newWords: readonly string[]): SeenEffect {
    const occurrence = (this.#counts.get(label) ?? 0) + 1;
    this.#counts.set(label, occurrence);
    for (const word of newWords) this.#marks.add(word);
    const effect = { label, occurrence, isIdle: false };
    this.seen.push(effect);
    return effect;
  }

  /** The strike, if this is the moment for it; it is given out once. */
  takeStrike({ label, occurrence, side }: Target): (() => Promise<void>) | undefined {
    const target = this.#aim?.target;
    if (target?.label !== label || target.occurrence !== occurrence || target.side !== side) return undefined;
    const strike = this.#aim?.strike;
    this.#aim = undefined;
    this.#hasStruck = true;
    return strike;
  }
}

const wordPattern = /[\w-]{8,}/g;
const timePattern = /^\d{4}-\d\d-\d\d/;

/** Ids, order numbers, addresses, hashes: long, with a digit and a letter, and no time. */
function wordsOf(texts: readonly string[]): Set<string> {
  const words = new Set<string>();
  for (const text of texts)
    for (const [word] of text.matchAll(wordPattern))
      if (/\d/.test(word) && /[a-z]/i.test(word) && !timePattern.test(word)) words.add(word);
  return words;
}
