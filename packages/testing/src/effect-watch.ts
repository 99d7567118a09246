/** Something the server did that the outside world or the database will remember. */
export interface Effect {
  /** What it was, for example `commit card_payments, orders` or `POST /acquirer/v1/payments`. */
  label: string;
  /** What was sent for it: parameters, addresses, bodies. They tell which order it belongs to. */
  said: readonly string[];
}

/** Before an effect takes hold, or after it, unheard of. */
export type Side = 'before' | 'after';

/** Which moment is to be met: of an effect's n-th happening, or of the order's n-th effect, whichever that is. */
export type Target =
  | { readonly label: string; readonly occurrence: number; readonly side: Side }
  | { readonly place: number; readonly side: Side };

/** What the proxies tell of every effect; it answers `undefined` when the effect must not happen. */
export interface OutsideWatch {
  before(effect: Effect): Promise<AfterEffect | undefined>;
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
  /** Counted from one, over all effects of its order. */
  readonly place: number;
  isIdle: boolean;
}

/**
 * Sits between the proxies and a test: tells which effects belong to which order, notes them in order, and calls
 * `strike` once, at the target. While a strike is under way no effect passes, so that the victim does nothing more
 * and never learns what became of its effect.
 */
export class EffectWatch implements OutsideWatch {
  readonly #known = new Set<string>();
  readonly #followed = new Set<Followed>();
  #isStriking = false;

  /**
   * Notes the effects of one order from now on.
   *
   * @param name a word that only this order's first effects carry, for example its partner's number; every new word
   * beside it (ids, order numbers, signed bytes) becomes a mark of the order
   */
  follow(name: string, aim?: Aim): Followed {
    const followed = new Followed(name, aim);
    this.#followed.add(followed);
    return followed;
  }

  unfollow(followed: Followed): void {
    this.#followed.delete(followed);
  }

  async before(effect: Effect): Promise<AfterEffect | undefined> {
    if (this.#isStriking) return undefined;
    const words = wordsOf(effect.said);
    const followed = this.#findOwner(words);
    const seen = followed?.note(effect.label, words, this.#known);
    for (const word of words) this.#known.add(word);
    if (followed === undefined || seen === undefined) return () => Promise.resolve(!this.#isStriking);
    if (await this.#strikeAt(followed, seen, 'before')) return undefined;
    return async ({ isIdle }) => {
      seen.isIdle = isIdle;
      return !this.#isStriking && !(await this.#strikeAt(followed, seen, 'after'));
    };
  }

  /**
   * The order whose names are said most; where none is named, the one whose marks are: coins that one order gave back as
   * change are spent by the next. Of two with as many marks the one that has had its own for longer: the other was only
   * the first to say what they all say, as the block that has both their coins.
   */
  #findOwner(words: ReadonlySet<string>): Followed | undefined {
    let owner: Followed | undefined;
    let most: Said = { names: 0, marks: 0, since: 0 };
    for (const followed of this.#followed) {
      const said = followed.countSaid(words);
      if (isMore(said, most)) [owner, most] = [followed, said];
    }
    // An earlier order may only have been the first to say what they all say.
    for (const followed of this.#followed) if (owner !== undefined && followed !== owner) followed.forget(words);
    return owner;
  }

  async #strikeAt(followed: Followed, seen: SeenEffect, side: Side): Promise<boolean> {
    const strike = followed.takeStrike(seen, side);
    if (strike === undefined) return false;
    this.#isStriking = true;
    await strike().finally(() => (this.#isStriking = false));
    return true;
  }
}

/** How much an effect says of an order, and when the order was given the oldest of the marks that are said. */
interface Said {
  names: number;
  marks: number;
  since: number;
}

function isMore(said: Said, most: Said): boolean {
  if (said.names !== most.names) return said.names > most.names;
  if (said.marks !== most.marks) return said.marks > most.marks;
  return said.since < most.since;
}

/** One order under watch. */
export class Followed {
  /** Its effects so far, in order. */
  readonly seen: SeenEffect[] = [];
  readonly #given: Set<string>;
  readonly #names: Set<string>;
  /** With the number of words that had been heard before. */
  readonly #marks = new Map<string, number>();
  readonly #counts = new Map<string, number>();
  #aim: Aim | undefined;
  #hasStruck = false;

  constructor(name: string, aim: Aim | undefined) {
    this.#given = new Set([name]);
    this.#names = new Set([name]);
    this.#aim = aim;
  }

  get hasStruck(): boolean {
    return this.#hasStruck;
  }

  /** Adds a word that names this order and no other. */
  name(word: string): void {
    this.#given.add(word);
    this.#names.add(word);
  }

  countSaid(words: ReadonlySet<string>): Said {
    let [names, marks, since] = [0, 0, Number.POSITIVE_INFINITY];
    for (const word of words) {
      if (this.#given.has(word)) names = Number.POSITIVE_INFINITY;
      if (this.#names.has(word)) names += 1;
      const markedAt = this.#marks.get(word);
      if (markedAt === undefined) continue;
      marks += 1;
      since = Math.min(since, markedAt);
    }
    return { names, marks, since };
  }

  forget(words: ReadonlySet<string>): void {
    for (const word of words) {
      this.#marks.delete(word);
      if (!this.#given.has(word)) this.#names.delete(word);
    }
  }

  /** Writes an effect down. Words that were never heard before name the order when it is called by its given name. */
  note(label: string, words: ReadonlySet<string>, known: ReadonlySet<string>): SeenEffect {
    const occurrence = (this.#counts.get(label) ?? 0) + 1;
    this.#counts.set(label, occurrence);
    const isCalled = [...words].some((word) => this.#given.has(word));
    for (const word of words)
      if (!known.has(word)) {
        if (isCalled) this.#names.add(word);
        else this.#marks.set(word, known.size);
      }
    const effect = { label, occurrence, place: this.seen.length + 1, isIdle: false };
    this.seen.push(effect);
    return effect;
  }

  /** The strike, if this is the moment for it; it is given out once. */
  takeStrike({ label, occurrence, place }: SeenEffect, side: Side): (() => Promise<void>) | undefined {
    const target = this.#aim?.target;
    if (target?.side !== side) return undefined;
    const isMet =
      'place' in target ? target.place === place : target.label === label && target.occurrence === occurrence;
    if (!isMet) return undefined;
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
    for (const [found] of text.matchAll(wordPattern)) {
      const word = found.replace(/^0x/, '');
      if (/\d/.test(word) && /[a-z]/i.test(word) && !timePattern.test(word)) words.add(word);
    }
  return words;
}
