import type { z } from 'zod';
import { Refusal } from './refusal.ts';

/** Parses a body, a query or parameters, or refuses with every fault named. A missing body counts as empty. */
export function read<T>(schema: z.ZodType<T>, value: unknown): T {
  const parsed = schema.safeParse(value ?? {});
  if (parsed.success) return parsed.data;
  const message = parsed.error.issues.map((issue) => `${issue.path.join('.') || 'body'}: ${issue.message}`).join('; ');
  throw new Refusal(400, 'invalid_request', message);
}
