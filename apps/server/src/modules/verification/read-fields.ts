import type { KeyObject } from 'node:crypto';
import { z } from 'zod';
import { openText } from '../../secrets/seal-text.ts';

const fieldsKept = z.record(z.string(), z.string());

/** The fields of a wizard as they were typed; none before anything was. */
export function readFields(key: KeyObject | undefined, sealed: string): Readonly<Record<string, string>> {
  return key === undefined || sealed === '' ? {} : fieldsKept.parse(JSON.parse(openText([key], sealed)));
}
