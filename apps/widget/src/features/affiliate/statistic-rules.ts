/** A day as C-51 answers it. */
interface DayRow {
  date: string;
  reward: string;
}

/** One bar of the chart: some days beside each other. */
export interface Bar {
  /** Its first day, YYYY-MM-DD. */
  from: string;
  /** Decimal text. */
  reward: string;
  /** Of the highest bar, 0 to 100; nothing for what is below zero. */
  height: number;
}

const dayMs = 24 * 3600 * 1000;
/** So many days still have a bar each; more are drawn as weeks. */
const daysMost = 31;
/** Most days that are drawn: a year of weeks. */
export const chartDays = 366;

/** The days from the first to the last one as bars, oldest first; days are UTC. */
export function barsOf(rows: readonly DayRow[], from: string, to: string): Bar[] {
  const [first, last] = [dayNumber(from), dayNumber(to)];
  if (Number.isNaN(first) || Number.isNaN(last) || last < first) return [];
  const days = Math.min(chartDays, last - first + 1);
  const begin = last - days + 1;
  const width = days > daysMost ? 7 : 1;
  const cents: bigint[] = Array.from({ length: Math.ceil(days / width) }, () => 0n);
  // The last bar is whole: it ends today.
  const offset = cents.length * width - days;
  for (const { date, reward } of rows) {
    const at = Math.floor((dayNumber(date) - begin + offset) / width);
    const before = cents[at];
    if (before !== undefined) cents[at] = before + toCents(reward);
  }
  const highest = cents.reduce((most, sum) => (sum > most ? sum : most), 0n);
  return cents.map((sum, at) => ({
    from: dayOf(Math.max(begin, begin - offset + at * width)),
    reward: toText(sum),
    height: highest === 0n || sum < 0n ? 0 : Number((sum * 100n) / highest),
  }));
}

/** The day so many days before another. */
export function daysBefore(day: string, count: number): string {
  return dayOf(dayNumber(day) - count);
}

function dayNumber(day: string): number {
  return Math.round(Date.parse(`${day}T00:00:00Z`) / dayMs);
}

function dayOf(number: number): string {
  return new Date(number * dayMs).toISOString().slice(0, 10);
}

/** Rewards have two decimals. */
function toCents(text: string): bigint {
  const [whole = '0', part = ''] = text.replace('-', '').split('.');
  const cents = BigInt(whole) * 100n + BigInt(part.padEnd(2, '0').slice(0, 2));
  return text.startsWith('-') ? -cents : cents;
}

function toText(cents: bigint): string {
  const size = cents < 0n ? -cents : cents;
  return `${cents < 0n ? '-' : ''}${size / 100n}.${String(size % 100n).padStart(2, '0')}`;
}
