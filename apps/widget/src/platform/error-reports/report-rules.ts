/** How errors are reported (9-36 to 9-41). */
export const reportRules = {
  /** Share of the errors that are reported. */
  sampleRate: 0.25,
  breadcrumbsMax: 60,
  /** Reports leave together, so long after the last of them, milliseconds. */
  debounceMs: 1_000,
  /** Reports that may wait; further ones are dropped. */
  bufferMax: 30,
  /** A longer trace is dropped, seconds. */
  traceMaxSeconds: 600,
  adminPrefix: '/admin',
} as const;

export interface ReportPlace {
  /** Host names with port, as the page's address has it. */
  host: string;
  path: string;
  /** What the reporter needs of a browser. */
  isSupported: boolean;
}

/**
 * Whether errors of a page are reported: on the production host, not on admin pages, in browsers that can (6-16, 9-35).
 */
export function isReportingOn(place: ReportPlace, productionHost: string): boolean {
  const isAdmin = place.path === reportRules.adminPrefix || place.path.startsWith(`${reportRules.adminPrefix}/`);
  return place.host === productionHost && !isAdmin && place.isSupported;
}
