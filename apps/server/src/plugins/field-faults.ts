import { jsonDepthMax } from '@causeway/contract/fields/parse-json';
import { toCamelCase, toSnakeCase } from '@causeway/contract/wire/names';
import type { z } from 'zod';

/** What is wrong with one field of a request, as values of the text of FIELD_INVALID. */
export interface FieldFault {
  /** Wire name; for an unknown field, as the caller wrote it. */
  field: string;
  fault: string;
  example?: string;
  choices?: string;
  max?: number;
  min?: number;
}

type Fault = Omit<FieldFault, 'field'>;

/** @param sent the request as it came, a form or JSON text */
export function toFieldFaults(issues: readonly z.core.$ZodIssue[], sent: string): FieldFault[] {
  return issues.flatMap((issue) => {
    const field = toSnakeCase(String(issue.path[0] ?? ''));
    if (issue.code !== 'unrecognized_keys' || issue.path.length > 0) return [{ field, ...faultOf(issue) }];
    return issue.keys.map((key) => ({ field: asWritten(key, sent), fault: 'unknown' }));
  });
}

function faultOf(issue: z.core.$ZodIssue): Fault {
  if (issue.code === 'too_big')
    return { fault: issue.origin === 'string' ? 'long' : 'large', max: Number(issue.maximum) };
  if (issue.code === 'too_small') {
    if (issue.origin !== 'string') return { fault: 'small', min: Number(issue.minimum) };
    return Number(issue.minimum) === 1 ? { fault: 'missing' } : { fault: 'short', min: Number(issue.minimum) };
  }
  if (issue.code === 'invalid_value') return { fault: 'choice', choices: issue.values.map(String).join(', ') };
  if (issue.code === 'invalid_type' && /received undefined/.test(issue.message)) return { fault: 'missing' };
  const format = issue.code === 'invalid_format' ? faultOfFormat(issue.format) : undefined;
  return format ?? faultOfMessage(issue.message);
}

function faultOfFormat(format: string): Fault | undefined {
  if (format === 'email') return { fault: 'email' };
  if (format === 'url') return { fault: 'link' };
  return ['uuid', 'guid'].includes(format)
    ? { fault: 'example', example: '0b6f3f6c-6b0e-4c6e-9a57-1f7d8a2c9e10' }
    : undefined;
}

/** Messages of the contract, which are in English, and the fault that each describes. */
const sentences: readonly [RegExp, Fault][] = [
  [/decimal text/, { fault: 'amount' }],
  [/ordinary text/, { fault: 'line' }],
  [/JSON text/, { fault: 'json' }],
  [/^Must not be empty\.$/, { fault: 'missing' }],
  [/nested too deep/, { fault: 'deep', max: jsonDepthMax }],
];

/** The fault that a message of the contract describes; a message with an example is recognised by it. */
export function faultOfMessage(message: string): Fault {
  const known = sentences.find(([pattern]) => pattern.test(message));
  if (known !== undefined) return known[1];
  const example = / such as (.+?)\.?$/.exec(message)?.[1]?.replace(' or ', ', ');
  return example === undefined ? { fault: 'other' } : { fault: 'example', example };
}

/** Forms are accepted in either spelling, so that the parsed name may differ from the one that was sent. */
function asWritten(key: string, sent: string): string {
  const isJson = sent.trimStart().startsWith('{');
  const names = isJson
    ? [...sent.matchAll(/"([^"\\]+)"\s*:/g)].map(([, name = '']) => name)
    : [...new URLSearchParams(sent).keys()].map((name) => name.replace(/\[\]$/, ''));
  return names.find((name) => name === key || toCamelCase(name) === key) ?? key;
}
