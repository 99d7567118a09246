const freshMs = 5 * 60_000;
const freshPauseMs = 10_000;
const stalePauseMs = 60_000;

/** When an open payment is asked for next: often while something happens, seldom later. Notices are the fast way. */
export function watchPause(now: Date, lastNews: Date): Date {
  const isFresh = now.getTime() - lastNews.getTime() < freshMs;
  return new Date(now.getTime() + (isFresh ? freshPauseMs : stalePauseMs));
}
