/** A change that the server made in the outside world or the database. */
export interface Effect {
  /** Its name, for example `commit card_payments, orders` or `POST /acquirer/v1/payments`. */
  label: string;
  /** What was sent for it: parameters, addresses, bodies. The order is recognised by them. */
  said: readonly string[];
}

/** Before an effect happens, or after it but before its answer arrives. */
export type Side = 'before' | 'after';

/** The moment to strike: the n-th occurrence of an effect, or the order's n-th effect of any name. */
export type Target =
  | { readonly label: string; readonly occurrence: number; readonly side: Side }
  | { readonly place: number; readonly side: Side };

/** What the proxies report each effect to; it answers `undefined` when the effect must not happen. */
export interface OutsideWatch {
  before(effect: Effect): Promise<AfterEffect | undefined>;
}

/** Where to strike, and how. */
export interface Aim {
  target: Target;
  strike: () => Promise<void>;
}

/** Called once the effect has happened, with whether it changed nothing; `false` when its answer must not arrive. */
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
 * Sits between the proxies and a test: decides which effects belong to which order, records them in order, and calls
 * `strike` once, at the target. During a strike no effect passes, so that the victim does nothing more and never learns
 * whether its effect happened.
 */
export class EffectWatch implements OutsideWatch {
  readonly #known = new Set<string>();
  readonly #followed = new Set<Followed>();
  #isStriking = false;

  /**
   * Records the effects of one order from this moment.
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
    const seen = followed?.record(effect.label, words, this.#known);
    for (const word of words) this.#known.add(word);
    if (followed === undefined || seen === undefined) return () => Promise.resolve(!this.#isStriking);
    if (await this.#strikeAt(followed, seen, 'before')) return undefined;
    return async ({ isIdle }) => {
      seen.isIdle = isIdle;
      return !this.#isStriking && !(await this.#strikeAt(followed, seen, 'after'));
    };
  }

  /**
   * The order whose names occur most; where no name occurs, the one whose marks do: coins that one order gave back as
   * change are spent by the next. Of two with as many marks the one that has had its own for longer: the other was only
   * the first to mention shared ones, such as the block that has both their coins.
   */
  #findOwner(words: ReadonlySet<string>): Followed | undefined {
    let owner: Followed | undefined;
    let most: Said = { names: 0, marks: 0, since: 0 };
    for (const followed of this.#followed) {
      const said = followed.countSaid(words);
      if (isMore(said, most)) [owner, most] = [followed, said];
    }
    // An earlier order may only have been the first to mention shared marks.
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

/** How often an effect names an order, and when the order got the oldest of the marks named. */
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

/** One watched order. */
export class Followed {
  /** Its effects so far, in order. */
  readonly seen: SeenEffect[] = [];
  readonly #given: Set<string>;
  readonly #names: Set<string>;
  /** With the number of identifiers that were known before. */
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

  /** Adds an identifier of this order only. */
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

  /** Records an effect. New identifiers become the order's when the effect names the order itself. */
  record(label: string, words: ReadonlySet<string>, known: ReadonlySet<string>): SeenEffect {
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

  /** The strike, if this is its moment; it is returned once. */
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

/** Identifiers such as ids, order numbers, addresses and hashes: long, with a digit and a letter, and not a time. */
function wordsOf(texts: readonly string[]): Set<string> {
  const words = new Set<string>();
  for (const text of texts)
    for (const [found] of text.matchAll(wordPattern)) {
      const word = found.replace(/^0x/, '');
      if (/\d/.test(word) && /[a-z]/i.test(word) && !timePattern.test(word)) words.add(word);
    }
  return words;
}
