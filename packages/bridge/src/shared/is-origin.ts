/** True for an exact http(s) origin as browsers write it: no path, no trailing slash, not `null`, no wildcard. */
export function isOrigin(text: string): boolean {
  try {
    const url = new URL(text);
    // The URL parser lets an asterisk through as a host name.
    return url.origin === text && !text.includes('*') && /^https?:$/.test(url.protocol);
  } catch {
    return false;
  }
}
