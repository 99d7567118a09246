import type { z } from 'zod';

/** A control call that cannot be done: `{error: {code, message}}` under its HTTP status. */
export class ControlError extends Error {
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

/** Reads a body, a query or parameters, or refuses with every fault named. A missing body counts as empty. */
export function read<T>(schema: z.ZodType<T>, value: unknown): T {
  const parsed = schema.safeParse(value ?? {});
  if (parsed.success) return parsed.data;
  const message = parsed.error.issues.map((issue) => `${issue.path.join('.') || 'body'}: ${issue.message}`).join('; ');
  throw new ControlError(400, 'invalid_request', message);
}
