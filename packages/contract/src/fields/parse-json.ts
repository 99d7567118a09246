/** Deepest nesting that a request may have: far above any real request, and safe for recursive functions. */
export const jsonDepthMax = 32;

/** Text that is not JSON, or is nested too deep. */
export class JsonError extends Error {
  override readonly name = 'JsonError';
  readonly kind: 'syntax' | 'depth';
  constructor(kind: 'syntax' | 'depth', options?: ErrorOptions) {
    super(kind === 'depth' ? `JSON nested deeper than ${jsonDepthMax}` : 'not JSON', options);
    this.kind = kind;
  }
}

/**
 * Reads untrusted JSON text.
 *
 * @throws JsonError
 */
export function parseJson(text: string): unknown {
  if (depthOf(text) > jsonDepthMax) throw new JsonError('depth');
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new JsonError('syntax', { cause: error });
  }
}

/** How deep brackets nest, outside of strings; counted before anything is parsed. */
function depthOf(text: string): number {
  let depth = 0;
  let deepest = 0;
  let isString = false;
  for (let index = 0; index < text.length; index += 1) {
    const sign = text[index];
    if (isString) {
      if (sign === '\\') index += 1;
      else if (sign === '"') isString = false;
    } else if (sign === '"') isString = true;
    else if (sign === '{' || sign === '[') deepest = Math.max(deepest, (depth += 1));
    else if (sign === '}' || sign === ']') depth -= 1;
  }
  return deepest;
}
