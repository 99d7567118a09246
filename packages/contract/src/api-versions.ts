/**
 * Versions of what a partner's server asks and receives, the newest first. Within a version things are only added: what
 * takes something away, or asks for more, begins a new one (docs/api-versions.md).
 */
export const apiVersions = ['2026-11-25'] as const;

export const apiVersion: string = apiVersions[0];

/** A call that will end. */
export interface Deprecation {
  /** The day from which it should not be used any more, as `2026-11-25`. */
  since: string;
  /** The day from which it may be gone, at least half a year later. */
  until: string;
  /** What to use, in a sentence. */
  instead: string;
}

/** The headers that every answer to a partner's server has, and every answer of a call that will end. */
export function versionHeaders(call: { access: string; deprecated?: Deprecation }): Record<string, string> {
  const { deprecated } = call;
  return {
    ...(call.access === 'partner' && { 'causeway-version': apiVersion }),
    ...(deprecated && {
      deprecation: `@${Date.parse(deprecated.since) / 1000}`,
      sunset: new Date(deprecated.until).toUTCString(),
    }),
  };
}
