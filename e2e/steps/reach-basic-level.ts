import type { SandboxDriver } from '@causeway/testing/sandbox-driver';
import { type BrowserContext, type Page, expect } from '@playwright/test';
import { emailCode } from '../pages/email-code.ts';
import { verification } from '../pages/verification.ts';
import type { ProductApi } from './product-api.ts';
import { readCode } from './read-code.ts';
import { signIn } from './sign-in.ts';

/** A new client confirms its e-mail and fills in the basic data, and stands before the list of wizards. */
export async function reachBasicLevel(
  page: Page,
  context: BrowserContext,
  { api, sandbox }: { api: ProductApi; sandbox: SandboxDriver },
) {
  const client = await api.register({ isConfirmed: false });
  await signIn(context, client);
  await page.goto('/verification/email');
  await emailCode(page).code.fill(await readCode(sandbox, client.email));
  await expect(page).toHaveURL('/');
  await page.goto('/verification');
  const list = verification(page);
  await list.row('basic').click();
  await list.fillBasic();
  await list.save.click();
  await expect(list.level('basic')).toBeVisible();
  return list;
}
