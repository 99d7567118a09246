import { expect, test } from '../fixtures.ts';
import { expectLooks } from '../checks/expect-looks.ts';
import { operations } from '../pages/operations.ts';
import { say } from '../say.ts';
import { signIn } from '../steps/sign-in.ts';
import { topUp } from '../steps/top-up.ts';

test('A-108 favourites keep the order that the client drags them to, or gives them by keyboard, also right to left', async ({
  page,
  context,
  api,
  sandbox,
}) => {
  // Not the client of the demo: its favourites are those of other tests too.
  const client = await api.register();
  await topUp(api, sandbox, client, '150');
  await topUp(api, sandbox, client, '150', 'BTC');
  await signIn(context, client);
  await page.goto('/balance');
  const list = operations(page);
  const stars = page.getByRole('button', { name: /^Favourite/ });
  await expect(stars.nth(1)).toBeVisible();
  const names = await Promise.all(
    [0, 1].map(async (place) => (await stars.nth(place).getAttribute('aria-label'))?.replace('Favourite ', '') ?? ''),
  );
  const [first = '', second = ''] = names;
  for (const name of names)
    if ((await list.favorite(name).getAttribute('aria-pressed')) !== 'true') await list.favorite(name).click();
  await expect(page.getByText(say('tpl:home:move_hint'))).toBeVisible();
  await expect(list.favorite(first)).toHaveAccessibleDescription(say('tpl:home:move_hint'));
  const firstStar = () => stars.first().getAttribute('aria-label');
  const before = await firstStar();
  const [head, tail] = before?.endsWith(first) === true ? [first, second] : [second, first];

  // By keyboard: down, and the star keeps the focus; at the end of the list it stays.
  await list.favorite(head).focus();
  const saved = page.waitForRequest('**/balance/set_favorites');
  await page.keyboard.press('ArrowDown');
  await saved;
  await expect.poll(firstStar).toContain(tail);
  await expect(list.favorite(head)).toBeFocused();
  await expect(page.getByText(say('tpl:home:moved', { name: head, place: '2', count: '2' }))).toBeAttached();
  await page.keyboard.press('ArrowDown');
  await expect(list.favorite(head)).toHaveAttribute('aria-pressed', 'true');
  await page.reload();
  await expect.poll(firstStar).toContain(tail);
  await page.evaluate(() => (document.documentElement.dir = 'rtl'));
  await list.favorite(head).focus();
  await page.keyboard.press('ArrowRight');
  await expect.poll(firstStar).toContain(head);
  await page.evaluate(() => (document.documentElement.dir = 'ltr'));

  // By pointer: the drag is no press, so it stays a favourite.
  const dragged = page.waitForResponse('**/balance/set_favorites');
  await list.favorite(tail).hover();
  await page.mouse.down();
  const box = await list.favorite(head).boundingBox();
  await page.mouse.move((box?.x ?? 0) + 8, (box?.y ?? 0) + 8, { steps: 5 });
  await page.mouse.up();
  await dragged;
  await expect.poll(firstStar).toContain(tail);
  await expect(list.favorite(tail)).toHaveAttribute('aria-pressed', 'true');
  await page.reload();
  await expect.poll(firstStar).toContain(tail);

  await expectLooks(page);
});
