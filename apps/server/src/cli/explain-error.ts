import { z } from 'zod';

/** An error in lines for the operator: for a refused setting, which one and why. */
export function explainError(error: unknown): string {
  if (error instanceof z.ZodError)
    return forTerminal(error.issues.map(({ path, message }) => `${path.map(String).join('.')}: ${message}`).join('\n'));
  return forTerminal(error instanceof Error ? error.message : String(error));
}

/** An output as a terminal may have it: what clients wrote moves no cursor, erases nothing and turns no direction. */
export function forTerminal(output: string): string {
  return output.replaceAll(/[^\P{C}\n]/gu, '\u{FFFD}');
}
