import { z } from 'zod';
import { JsonError, parseJson } from './parse-json.ts';

/** JSON text holding an object. */
export function jsonText<Schema extends z.ZodType>(schema: Schema) {
  return z
    .string()
    .max(20_000)
    .transform((text, context): unknown => {
      try {
        return parseJson(text);
      } catch (error) {
        const isDeep = error instanceof JsonError && error.kind === 'depth';
        context.addIssue({ code: 'custom', message: isDeep ? 'Is nested too deep.' : 'Must be JSON text.' });
        return z.NEVER;
      }
    })
    .pipe(schema);
}
