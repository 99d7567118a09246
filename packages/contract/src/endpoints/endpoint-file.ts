import { z } from 'zod';
import { type Call, isKeyed } from '../define-call.ts';
import { toSnakeCase } from '../wire/names.ts';

/** Calls that a page makes; those of a partner's server and of an operator need a key. */
export function isCallOfPages(call: Call): boolean {
  return !isKeyed(call);
}

/** Name and text of the generated file of a call's endpoint. */
export function endpointFile(call: Call): { file: string; text: string } {
  const file = call.name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  const lines = [
    '// Made from the contract by `npm run endpoints`.',
    `import type { ${call.name} } from '../calls/${file}.ts';`,
    `import type { EndpointOf } from '../endpoint.ts';`,
    '',
    `export const ${call.name}Endpoint: EndpointOf<typeof ${call.name}> = {`,
    `  method: '${call.method}',`,
    `  path: '${call.path}',`,
    `  keys: [${requiredKeys(call.answer)
      .map((key) => `'${key}'`)
      .join(', ')}],`,
    ...(hasDataKeys(call.answer) ? ['  isData: true,'] : []),
    ...(call.encoding === 'json' ? ['  isJson: true,'] : []),
    ...('tfp' in fieldsOf(call.request) ? ['  isTraced: true,'] : []),
    '};',
    '',
  ];
  return { file: `${file}.generated.ts`, text: lines.join('\n') };
}

function requiredKeys(answer: z.ZodType): string[] {
  return Object.entries(fieldsOf(answer)).flatMap(([key, field]) => (isOptional(field) ? [] : [key]));
}

function isOptional(field: z.core.$ZodType): boolean {
  return field instanceof z.ZodOptional;
}

/**
 * An answer whose data are texts by key: to change the spelling of such keys would lose the texts. Then nothing of the
 * answer is renamed, so its own keys must be the same on the wire.
 */
function hasDataKeys(answer: z.ZodType): boolean {
  const { data } = fieldsOf(answer);
  if (!(data instanceof z.ZodRecord && data.valueType instanceof z.ZodString)) return false;
  const renamed = requiredKeys(answer).filter((key) => toSnakeCase(key) !== key);
  if (renamed.length > 0) throw new Error(`An answer of texts by key is not renamed: ${renamed.join(', ')}.`);
  return true;
}

function fieldsOf(schema: z.ZodType): Readonly<Record<string, z.core.$ZodType>> {
  if (!(schema instanceof z.ZodObject)) throw new Error('A call has fields: its request and answer are objects.');
  return schema.shape;
}
