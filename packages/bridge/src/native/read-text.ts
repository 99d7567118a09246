import { isRecord } from '../shared/guards.ts';
import { NATIVE_VERSION } from './protocol.ts';

/** Text longer than this is nobody's envelope. */
const longest = 65_536;

/** The envelope in a text, or undefined when it is none of ours, or of a version that is not spoken here. */
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
