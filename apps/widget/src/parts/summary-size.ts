export const largestSummary = 14;
export const smallestSummary = 8;
const step = 0.5;

export interface SummaryFit {
  size: number;
  badges: boolean;
}

/** The largest font from 14 down to 8 px by .5 that fits on the line. When 8 px with badges does not fit, the badges go and 8 px stays. */
export function fitSummary(fits: (size: number) => boolean): SummaryFit {
  for (let size = largestSummary; size >= smallestSummary; size -= step) {
    if (fits(size)) return { size, badges: true };
  }
  return { size: smallestSummary, badges: false };
}
