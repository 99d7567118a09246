const dayMs = 24 * 60 * 60_000;

/**
 * The moment at which a day (YYYY-MM-DD), or one so many days later, begins in a time zone; where its midnight is
 * skipped, the moment of the skip.
 */
export function startOfDay(day: string, timeZone: string, daysLater = 0): Date {
  const midnight = Date.parse(day) + daysLater * dayMs;
  // The offset at midnight is known only once midnight is: a guess that is hours off leads to it.
  const guess = midnight - offsetAt(midnight, timeZone);
  const start = midnight - offsetAt(guess, timeZone);
  const isMidnight = start + offsetAt(start, timeZone) === midnight;
  return new Date(isMidnight ? start : Math.max(start, guess));
}

/** How far a zone's clocks are ahead of UTC, in milliseconds. */
function offsetAt(moment: number, timeZone: string): number {
  const parts = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' }).formatToParts(moment);
  const told = parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
  const [, sign, hours = 0, minutes = 0, seconds = 0] = /^GMT([+-])(\d\d):(\d\d)(?::(\d\d))?$/.exec(told) ?? [];
  const ahead = (Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)) * 1000;
  return sign === '-' ? -ahead : ahead;
}
