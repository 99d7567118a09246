import type { Locator } from '@playwright/test';

/** Types an amount, and waits for the frame after which the step shows what follows from it. */
export async function typeAmount(field: Locator, amount: string): Promise<void> {
  await field.fill(amount);
  await field.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => setTimeout(() => setTimeout(drawn)))));
}
