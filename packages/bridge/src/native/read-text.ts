import { isRecord } from '../shared/guards.ts';
import { NATIVE_VERSION } from './protocol.ts';

/** Longer text is refused before it is parsed: no envelope is that long. */
const longest = 65_536;

/** The envelope in a text, or undefined when it is not one of this protocol or has an unsupported version. */
export function readText(text: unknown): Record<string, unknown> | undefined {
  if (typeof text !== 'string' || text.length > longest) return undefined;
  const value = parse(text);
  return isRecord(value) && value['causeway'] === NATIVE_VERSION ? value : undefined;
}

/** An envelope as it travels. */
export function writeText(envelope: Readonly<Record<string, unknown>>): string {
  return JSON.stringify({ causeway: NATIVE_VERSION, ...envelope });
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
