import { dictionary } from '@zxcvbn-ts/language-common';
import type { AppContext } from '../../../context.ts';
import { Refusal } from '../../../errors.ts';

/**
 * The most frequent passwords, in lower case: counted in ten million that were stolen from sites and published (Mark
 * Burnett, 2015), as the zxcvbn-ts project keeps them. 49 233, of which 17 950 are long enough for us.
 */
const common: ReadonlySet<string> = new Set(dictionary['passwords-common']);

/** Neighbours of the alphabet, of the digits and of keyboards. */
const rows: readonly string[] = [
  '01234567890',
  'abcdefghijklmnopqrstuvwxyz',
  'qwertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  'йцукенгшщзхї',
  'фівапролджє',
  'ячсмитьбю',
];

/** Characters that replace a letter that looks like them. */
const lookalikes: readonly Readonly<Record<string, string>>[] = [
  { '@': 'a', '4': 'a', '3': 'e', '0': 'o', $: 's', '5': 's', '7': 't', '1': 'i', '!': 'i' },
  { '@': 'a', '4': 'a', '3': 'e', '0': 'o', $: 's', '5': 's', '7': 't', '1': 'l', '!': 'l' },
];

/** So many characters are required besides terms that an attacker would try. */
const restMin = 6;

/**
 * Whether a password is among the first that an attacker tries: one of those that leaked most, a row of keys or a
 * repetition, or little more than the given terms. Upper case, letters written as digits, and up to five digits or
 * marks at the end count as the same password.
 *
 * @param about what the account and the product are called: names, addresses
 */
export function isGuessable(password: string, about: readonly string[]): boolean {
  const text = password.normalize('NFKC').toLowerCase();
  const words = about.flatMap(wordsOf).toSorted((a, b) => b.length - a.length);
  const bare = text.replace(/[^\p{L}]{1,5}$/u, '');
  return (
    isRepeated(text) ||
    countRuns(text) <= 2 ||
    [text, bare].flatMap(readingsOf).some((one) => common.has(one)) ||
    readingsOf(text).some((one) => isMadeOf(one, words))
  );
}

function readingsOf(text: string): string[] {
  return [text, ...lookalikes.map((letters) => text.replace(/[@430$571!]/g, (sign) => letters[sign] ?? sign))];
}

/** The parts of a name or an e-mail address that are long enough to matter. */
function wordsOf(name: string): string[] {
  const whole = name.normalize('NFKC').toLowerCase();
  const [local = '', domain = ''] = whole.split('@');
  const pieces = [...local.split(/[^\p{L}\p{N}]+/u), ...local.split(/[^\p{L}]+/u), ...domain.split('.')];
  return [whole, local, ...pieces].filter((word) => word.length >= 3);
}

function isMadeOf(text: string, words: readonly string[]): boolean {
  const rest = words.reduce((left, word) => left.replaceAll(word, ''), text);
  return rest !== text && rest.length < restMin;
}

function isRepeated(text: string): boolean {
  return /^(.{1,4}?)\1+.{0,3}$/su.test(text);
}

/** The number of runs along a row, or of one character, in a text. */
function countRuns(text: string): number {
  let runs = 1;
  let step: number | undefined;
  for (let at = 1; at < text.length; at += 1) {
    const next = stepBetween(text.charAt(at - 1), text.charAt(at));
    const goesOn = next !== undefined && (step === undefined || next === step);
    if (!goesOn) runs += 1;
    step = goesOn ? next : undefined;
  }
  return runs;
}

function stepBetween(one: string, next: string): number | undefined {
  if (one === next) return 0;
  if (rows.some((row) => row.includes(one + next))) return 1;
  return rows.some((row) => row.includes(next + one)) ? -1 : undefined;
}

/**
 * Refuses a new password that is easy to guess. It is checked on this server only and sent nowhere.
 *
 * @param field the input it came in, as the wire calls it
 * @throws Refusal PASSWORD_COMMON
 */
export function requireGoodPassword(
  { config }: Pick<AppContext, 'config'>,
  { password, email, field }: { password: string; email: string; field: string },
): void {
  if (isGuessable(password, [config.BRAND_NAME, config.BRAND_SLUG, email]))
    throw new Refusal({ code: 'PASSWORD_COMMON', field });
}
