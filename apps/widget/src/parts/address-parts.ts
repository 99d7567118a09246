const groupSize = 4;

/** An address in groups of four, for reading and comparing. */
export function addressGroups(address: string): string[] {
  return address.match(new RegExp(`.{1,${groupSize}}`, 'gu')) ?? [];
}

/** The first and last characters with an ellipsis between them; a short text is kept. */
export function middleEllipsis(text: string, first = 8, last = 6): string {
  return text.length <= first + last + 1 ? text : `${text.slice(0, first)}…${text.slice(-last)}`;
}
