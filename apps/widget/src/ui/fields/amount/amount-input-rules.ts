/** Decimals of an amount whose currency is not known yet. */
export const unknownPrecision = 2;

/** Backspace and delete report after this many milliseconds, so that a held key is one change. */
export const deleteDelay = 20;

const editingKeys = new Set([
  'Backspace',
  'Delete',
  'Enter',
  'Tab',
  'Escape',
  'Home',
  'End',
  'ArrowLeft',
  'ArrowRight',
  'ArrowUp',
  'ArrowDown',
]);

/**
 * Whether a key may act in an amount. Combinations (copy, cut, paste, undo, select all) and keys that write nothing
 * always may.
 */
export function isAmountKey(key: string, combination: boolean): boolean {
  return combination || editingKeys.has(key) || /^[\d.,]$/.test(key) || (key.length > 1 && key !== 'Dead');
}

/** Zeros past these are no help to a reader. */
const placeholderDecimals = 8;

/** Zero with the currency's decimals: '0.00', or '0' for a currency without decimals. */
export function amountPlaceholder(precision: number = unknownPrecision): string {
  return cutDecimals(`0.${'0'.repeat(precision)}`, Math.min(precision, placeholderDecimals));
}

function isAmountText(text: string, precision: number): boolean {
  const match = /^\d*(?:(\.)(\d*))?$/.exec(text);
  if (!match) return false;
  return match[1] === undefined || (precision > 0 && (match[2] ?? '').length <= precision);
}

/** The text an amount would hold, given the parts before and after the caret, or undefined when the key is refused. */
export function typeIntoAmount(before: string, typed: string, after: string, precision: number): string | undefined {
  const text = typed.replace(',', '.');
  const lead = text === '.' && before === '' ? '0.' : text;
  return isAmountText(before + lead + after, precision) ? lead : undefined;
}

/**
 * The part of a pasted text that enters the amount: spaces go, a comma counts as the dot, surplus decimals are cut.
 * Undefined when the paste is void.
 */
export function pasteIntoAmount(before: string, pasted: string, after: string, precision: number): string | undefined {
  const text = pasted.replaceAll(/[\s\u00a0\u202f]/g, '').replace(',', '.');
  if (text === '' || !/^\d*\.?\d*$/.test(text)) return undefined;
  const whole = cutDecimals(before + text + after, precision);
  if (!isAmountText(whole, precision)) return undefined;
  const end = whole.length - after.length;
  return whole.endsWith(after) && end >= before.length ? whole.slice(before.length, end) : undefined;
}

/** Cuts the decimals a currency does not have, without rounding. A currency without decimals loses the dot too. */
export function cutDecimals(text: string, precision: number): string {
  const dot = text.indexOf('.');
  if (dot < 0) return text;
  return precision > 0 ? text.slice(0, dot + 1 + precision) : text.slice(0, dot);
}

/**
 * The last guard, for keyboards whose input cannot be refused beforehand: the text itself, a cleaned text, or the one
 * before.
 */
export function settleAmount(text: string, before: string, precision: number): string {
  if (isAmountText(text, precision)) return text;
  return pasteIntoAmount('', text, '', precision) ?? before;
}
