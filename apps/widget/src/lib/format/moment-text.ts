const sameDay = (one: Date, other: Date) => one.toDateString() === other.toDateString();

/** '14:03', and '3 June, 14:03' of another day, in the reader's language and time zone. */
export function momentText(unixSeconds: number, now: number, language: string): string {
  const moment = new Date(unixSeconds * 1000);
  const time = timeText(moment, language);
  if (sameDay(moment, new Date(now * 1000))) return time;
  return `${dayOf(moment, language)}, ${time}`;
}

/** '3 June, 14:03' always. */
export function dateText(unixSeconds: number, language: string): string {
  const moment = new Date(unixSeconds * 1000);
  return `${dayOf(moment, language)}, ${timeText(moment, language)}`;
}

/** '3 June'. */
export function dayText(unixSeconds: number, language: string): string {
  return dayOf(new Date(unixSeconds * 1000), language);
}

// English without a country would put the month first.
function dayOf(moment: Date, language: string): string {
  return new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : language, { day: 'numeric', month: 'long' }).format(
    moment,
  );
}

/** '14:03'. */
export function timeText(moment: Date, language: string): string {
  return new Intl.DateTimeFormat(language, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(moment);
}
