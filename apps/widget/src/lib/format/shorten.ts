/** Length of a shortened transaction id (5-49). */
export const shortIdLength = 15;

/** Keeps the start and the end of a long id: 15 characters with the ellipsis by default. */
export function shorten(text: string, length: number = shortIdLength): string {
  if (text.length <= length) return text;
  const end = Math.floor((length - 1) / 3);
  return `${text.slice(0, length - 1 - end)}…${text.slice(-end)}`;
}
