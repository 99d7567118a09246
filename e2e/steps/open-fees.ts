import { expect } from '@playwright/test';
import type { exchange } from '../pages/exchange.ts';

/** Unfolds the arithmetic of the price; where the page has room for it, it is open already. */
export async function openFees({ feePanel, fees, feeLines }: ReturnType<typeof exchange>): Promise<void> {
  if ((await feePanel.getAttribute('open')) === null) await fees.click();
  await expect(feeLines.last()).toBeVisible();
}
