import type { z } from 'zod';
import { FirmError } from '../web/firm-error.ts';

/** Reads a body, a query or parameters, or refuses with every fault named. */
export function parse<T>(schema: z.ZodType<T>, value: unknown): T {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const message = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('; ');
  throw new FirmError(400, 'invalid_request', message);
}
