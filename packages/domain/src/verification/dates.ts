/** A day as YYYY-MM-DD. */
const dayPattern = /^\d{4}-\d{2}-\d{2}$/;

/** Earliest birth date (9-12) and least age in years (9-11). */
export const earliestBirthday = '1900-01-01';
export const leastAge = 18;

/** Whether the text is a day of the calendar. */
export function isDay(text: string): boolean {
  if (!dayPattern.test(text)) return false;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}

/** The day of a moment where the clock is so many minutes ahead of UTC. */
export function dayAt(moment: Date, minutesAhead: number): string {
  return new Date(moment.getTime() + minutesAhead * 60_000).toISOString().slice(0, 10);
}

/**
 * The last day on which somebody may be born who is old enough on a day; a birthday of 29 February counts on 1 March.
 */
export function latestBirthday(today: string): string {
  const day = `${String(Number(today.slice(0, 4)) - leastAge).padStart(4, '0')}${today.slice(4)}`;
  return isDay(day) ? day : `${day.slice(0, 8)}28`;
}

/** Whether a birthday is between the earliest one and the 18th birthday, that day included (5-16, A-078). */
export function isBirthdayFine(birthday: string, today: string): boolean {
  return isDay(birthday) && birthday >= earliestBirthday && birthday <= latestBirthday(today);
}

/** Whether a paper was issued between the birthday and today, both included (5-17). */
export function isIssueDateFine(issued: string, birthday: string, today: string): boolean {
  return isDay(issued) && issued >= birthday && issued <= today;
}

/** Whether a paper has not run out before today (5-18). */
export function isExpiryDateFine(expiry: string, today: string): boolean {
  return isDay(expiry) && expiry >= today;
}

/**
 * A text whose first letter is a capital (5-15), the same in every browser's language. A letter whose capital is two,
 * such as ß, stays.
 */
export function capitaliseFirst(text: string): string {
  const [first = ''] = text;
  const capital = first.toLocaleUpperCase('en');
  return [...capital].length === 1 ? capital + text.slice(first.length) : text;
}

/** A name as it is kept: trimmed, with its first letter capitalised (5-15). */
export function capitaliseName(name: string): string {
  return capitaliseFirst(name.trim().replace(/\s+/g, ' '));
}
