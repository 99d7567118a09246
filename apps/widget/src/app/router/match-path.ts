/** Values of a pattern's `:name` parts, or undefined when the path is another. A part may have a fixed start, as in `/about-:brand`. */
export function matchPath(pattern: string, path: string): Record<string, string> | undefined {
  const wanted = pattern.split('/');
  const parts = path.split('/');
  if (wanted.length !== parts.length) return undefined;
  const params: Record<string, string> = {};
  for (const [index, part] of wanted.entries()) {
    const value = parts[index] ?? '';
    const colon = part.indexOf(':');
    if (colon < 0) {
      if (part !== value) return undefined;
    } else {
      if (!value.startsWith(part.slice(0, colon)) || value.length === colon) return undefined;
      params[part.slice(colon + 1)] = decode(value.slice(colon));
    }
  }
  return params;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
