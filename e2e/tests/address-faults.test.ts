import { expect, test } from '../fixtures.ts';
import { address } from '../pages/address.ts';
import { exchange } from '../pages/exchange.ts';
import { say } from '../say.ts';
import { signIn } from '../steps/sign-in.ts';

test('D5 an address is judged when its field is left and as soon as it is pasted, and its fault is named', async ({
  page,
  context,
  api,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await signIn(context, await api.register());
  await page.goto('/');
  await exchange(page).buy.click();
  const { field, paste } = address(page);
  const known = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';

  await field.fill('0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed');
  await expect(field).not.toHaveAttribute('aria-invalid');
  await paste.focus();
  await expect(field).toHaveAccessibleDescription(say('tpl:address:fault_address_ethereum'));

  await field.fill(known.replace('508', '509'));
  await expect(field, 'what is being written is not judged').not.toHaveAttribute('aria-invalid');
  await paste.focus();
  await expect(field).toHaveAccessibleDescription(say('tpl:address:fault_address_checksum'));

  await page.evaluate(() => navigator.clipboard.writeText('bc1qwrong'));
  await paste.click();
  await expect(field).toHaveAccessibleDescription(say('tpl:address:fault_address_form'));

  await page.evaluate((text) => navigator.clipboard.writeText(text), known);
  await field.press('ControlOrMeta+a');
  await field.press('ControlOrMeta+v');
  await expect(field).toHaveValue(known);
  await expect(field).not.toHaveAttribute('aria-invalid');

  await field.fill('');
  await paste.focus();
  await expect(field, 'a field that is still to be filled in is no fault').not.toHaveAttribute('aria-invalid');
});
