/** Whether a sender's name can be that of the client. Names in other scripts or unknown ones cannot be compared, and pass. */
export function isSameHolder(
  sender: string,
  { firstName, lastName }: { firstName: string; lastName: string },
): boolean {
  const [first] = wordsOf(firstName);
  const last = wordsOf(lastName);
  if (first === undefined || last.length === 0) return true;
  const words = new Set(wordsOf(sender));
  return last.every((word) => words.has(word)) && [...words].some((word) => isFirstName(word, first));
}

/** Banks write first names in full or by their first letter. */
function isFirstName(word: string, first: string): boolean {
  return word === first || (word.length === 1 && first.startsWith(word));
}

/** Without accents; banks write ü as u or as ue. */
function wordsOf(name: string): string[] {
  const plain = name
    .normalize('NFD')
    .replaceAll(/\p{Mark}/gu, '')
    .replaceAll('ß', 'ss')
    .toLowerCase()
    .replaceAll(/([aou])e/g, '$1');
  return plain.split(/[^a-z]+/).filter((word) => word !== '');
}
