export interface Mask {
  /** What is kept of a typed or pasted text. */
  clean: (text: string) => string;
  /** The kept text with its grouping. */
  format: (clean: string) => string;
}

function groups(text: string, sizes: readonly number[]): string {
  const parts: string[] = [];
  let from = 0;
  for (let at = 0; from < text.length; at += 1) {
    const size = sizes[Math.min(at, sizes.length - 1)] ?? text.length;
    parts.push(text.slice(from, from + size));
    from += size;
  }
  return parts.join(' ');
}

/** Groups of four, upper case, at most the 34 characters of the longest IBAN. */
export const ibanMask: Mask = {
  clean: (text) =>
    text
      .replaceAll(/[^a-z\d]/gi, '')
      .toUpperCase()
      .slice(0, 34),
  format: (clean) => groups(clean, [4]),
};

/** 4-4-4-4, American Express 4-6-5, Diners Club 4-6-4. */
export const cardNumberMask: Mask = {
  clean: (text) => text.replaceAll(/\D/g, '').slice(0, 19),
  format: (clean) => groups(clean, /^3(?:[47]|0[0-5]|[689])/.test(clean) ? [4, 6, 5] : [4]),
};

/** Position of the caret in the grouped text when so many kept characters follow it. */
export function caretFromEnd(grouped: string, keptAfter: number): number {
  let at = grouped.length;
  for (let left = keptAfter; left > 0 && at > 0;) {
    at -= 1;
    if (grouped[at] !== ' ') left -= 1;
  }
  if (keptAfter === 0) return at;
  while (at > 0 && grouped[at - 1] === ' ') at -= 1;
  return at;
}
