import { expect, type Page } from '@playwright/test';

/**
 * Presses a card in the sheet that the browser itself has opened over a page: its window is the browser's, and not one
 * of the page's. @returns what the sheet said is to be paid
 */
export async function pressSheet(page: Page, card: string): Promise<string> {
  const browser = page.context().browser();
  if (!browser) throw new Error('There is no browser.');
  const session = await browser.newBrowserCDPSession();
  const find = async () => {
    const { targetInfos } = await session.send('Target.getTargets');
    return targetInfos.find(({ type, url }) => type === 'page' && url.endsWith('/sheet/'))?.targetId ?? '';
  };
  await expect.poll(find, { timeout: 20_000 }).not.toBe('');
  const { sessionId } = await session.send('Target.attachToTarget', { targetId: await find(), flatten: false });
  let amount = '';
  session.on('Target.receivedMessageFromTarget', ({ message }) => {
    amount = /"value":"([^"]*)"/.exec(message)?.[1] ?? amount;
  });
  const evaluate = (expression: string) =>
    session.send('Target.sendMessageToTarget', {
      sessionId,
      message: JSON.stringify({ id: 1, method: 'Runtime.evaluate', params: { expression, userGesture: true } }),
    });
  await expect(async () => {
    await evaluate(`document.getElementById('amount').textContent`);
    expect(amount).toMatch(/^\d/);
  }).toPass({ timeout: 20_000, intervals: [200] });
  await evaluate(`document.querySelector('[data-card="${card}"]').click()`);
  await session.detach();
  return amount;
}
