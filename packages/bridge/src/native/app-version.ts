/** A version of the app with its build number (3-65). */
export interface AppVersion {
  /** Numbers between dots, such as `1.10.0`. */
  version: string;
  build: number;
}

/** The version of an app that does not report one (4.13-08). */
export const FALLBACK_APP_VERSION: AppVersion = { version: '1.1.1', build: 67 };

/** Reads `1.10.0`, `1.10.0 (67)` or `1.10.0+67`; undefined for anything else. Without a build the build is 0. */
export function parseAppVersion(text: string): AppVersion | undefined {
  const [, version, bracketed, added] =
    /^(\d{1,6}(?:\.\d{1,6}){0,3})(?:\s*\((\d{1,9})\)|\+(\d{1,9}))?$/.exec(text.trim()) ?? [];
  return version === undefined ? undefined : { version, build: Number(bracketed ?? added ?? 0) };
}

/**
 * Below zero when `left` is the older one (3-66): part by part, a missing part is 0, equal versions are decided by
 * their builds.
 */
export function compareAppVersions(left: AppVersion, right: AppVersion): number {
  const [a, b] = [partsOf(left), partsOf(right)];
  for (let at = 0; at < Math.max(a.length, b.length); at += 1) {
    const difference = (a[at] ?? 0) - (b[at] ?? 0);
    if (difference !== 0) return difference;
  }
  return left.build - right.build;
}

function partsOf({ version }: AppVersion): number[] {
  return version.split('.').map(Number);
}
