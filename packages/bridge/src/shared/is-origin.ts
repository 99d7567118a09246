/** True for an exact http(s) origin as browsers write it: no path, no trailing slash, not `null`, no wildcard. */
export function isOrigin(text: string): boolean {
  try {
    const url = new URL(text);
    return url.origin === text && /^https?:$/.test(url.protocol);
  } catch {
    return false;
  }
}
