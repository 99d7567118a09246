import { z } from 'zod';

/** An error in lines for the operator: for a refused setting, which one and why. */
export function explainError(error: unknown): string {
  if (error instanceof z.ZodError)
    return error.issues.map(({ path, message }) => `${path.map(String).join('.')}: ${message}`).join('\n');
  return error instanceof Error ? error.message : String(error);
}
