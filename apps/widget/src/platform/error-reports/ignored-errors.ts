/** What of an error decides whether it is worth a report. */
export interface SeenError {
  name: string;
  message: string;
  /** Addresses of the scripts in its trace. */
  sources: readonly string[];
  /** What was thrown was no Error. */
  isOtherThing: boolean;
}

/** Failures of the network, of a foreign script, of a frame of another site, and waits that ran out (8-30 to 8-34). */
const ignored: readonly RegExp[] = [
  /NetworkFailure|Failed to fetch|NetworkError|Load failed|network connection|ERR_(INTERNET|NETWORK)/i,
  /Failed to fetch dynamically imported module|Importing a module script failed|ChunkLoadError/i,
  /captcha/i,
  /Blocked a frame|cross-origin|Permission denied to access property|SecurityError|^Script error\.?$/i,
  /time(d)?[ -]?out|TimeoutError|AbortError|aborted/i,
];

/** Whether an error is none of ours and goes unreported. */
export function isIgnored({ name, message, sources, isOtherThing }: SeenError): boolean {
  if (isOtherThing) return true;
  if (sources.some((source) => /captcha/i.test(source))) return true;
  return ignored.some((pattern) => pattern.test(message) || pattern.test(name));
}
