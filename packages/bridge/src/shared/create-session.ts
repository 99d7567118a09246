/** A fresh id for one life of the widget's page, so that messages meant for an earlier one are not mixed in. */
export function createSession(): string {
  // Not randomUUID: it is missing on plain http pages, where partners try things out.
  const words = crypto.getRandomValues(new Uint32Array(4));
  return Array.from(words, (word) => word.toString(36)).join('');
}
