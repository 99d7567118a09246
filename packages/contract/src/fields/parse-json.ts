/** Deepest nesting that a request may have: nothing of ours comes near it, and what walks a value may recurse so far. */
export const jsonDepthMax = 32;

/** Text that is no JSON, or is nested too deep. */
export class JsonError extends Error {
  override readonly name = 'JsonError';
  readonly kind: 'syntax' | 'depth';
  constructor(kind: 'syntax' | 'depth', options?: ErrorOptions) {
    super(kind === 'depth' ? `JSON nested deeper than ${jsonDepthMax}` : 'not JSON', options);
    this.kind = kind;
  }
}

/**
 * Reads JSON text of a stranger.
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

/** How deep brackets stand in each other, outside of strings; counted before anything is built. */
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
