/** True for an exact http(s) origin as browsers write it: no path, no trailing slash, not `null`, no wildcard. */
export function isOrigin(text: unknown): text is string {
  // The URL parser lets an asterisk through as a host name.
  const url = String(text);
  return /^https?:[^*]+$/.test(url) && URL.canParse(url) && new URL(url).origin === text;
}
