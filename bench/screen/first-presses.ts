import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser, Page } from '@playwright/test';
import type { Row } from '../print-rows.ts';
import { waitUntilIdle } from '../wait-until-idle.ts';
import { median, openSlowPage } from './slow-phone.ts';

const rounds = 3;
const most = { cold: 250, warm: 100, digits: 16 };
/** Milliseconds after which the screens of most orders are there, unasked. */
const preloaded = 12_000;
/** Milliseconds until digits that did not come are a fault of the measurement. */
const digitsWithin = 30_000;

/** What is pressed, and the script expression that is true once what it opens is on screen. */
const presses = {
  picker: { button: 'form button[aria-haspopup]', shown: "document.querySelector('dialog[open]')" },
  menu: { button: 'header button[aria-haspopup]', shown: "document.querySelector('dialog[open]')" },
  continue: { button: 'form button[type=submit]', shown: "!document.querySelector('#payin')" },
} as const;

/** From a press to what it opens, the first time and again; from the answer of a price to its digits. */
export async function benchFirstPresses(browser: Browser, url: string): Promise<Row[]> {
  const times = new Map<string, number[]>();
  const keep = (name: string, time: number) => times.set(name, [...(times.get(name) ?? []), time]);
  for (let round = 0; round < rounds; round += 1) {
    for (const name of ['picker', 'menu'] as const)
      await visit(browser, url, async (page) => {
        keep(`${name}, cold`, await press(page, presses[name]));
        await page.keyboard.press('Escape');
        await page.locator('dialog[open]').waitFor({ state: 'detached' });
        keep(`${name}, again`, await press(page, presses[name]));
      });
    await visit(browser, url, async (page) => keep('continue, cold', await press(page, presses.continue)));
    await visit(browser, url, async (page) => {
      keep('price', await timeDigits(page));
      await sleep(preloaded);
      keep('continue, fetched before', await press(page, presses.continue));
    });
  }
  return [...times].map(([name, values]) => {
    const limit = name === 'price' ? most.digits : name.endsWith('cold') ? most.cold : most.warm;
    return {
      name: name === 'price' ? 'from the answer of a price to its digits' : `press on ${name}`,
      value: median(values).toFixed(0),
      unit: 'ms',
      goal: `at most ${limit} ms`,
      isMet: median(values) <= limit,
    };
  });
}

async function visit(browser: Browser, url: string, act: (page: Page) => Promise<unknown>): Promise<void> {
  const slow = await openSlowPage(browser);
  try {
    await waitUntilIdle(1500);
    await slow.page.goto(url);
    await slow.untilIdle();
    await act(slow.page);
  } finally {
    await slow.close();
  }
}

/**
 * Looked at in each frame, so that what is drawn by then is on screen with it. The script ends with a number: a promise
 * would be waited for.
 */
async function press(page: Page, { button, shown }: { button: string; shown: string }): Promise<number> {
  await page.evaluate(
    `{window.opened=new Promise(done=>addEventListener('click',({timeStamp})=>{const look=()=>(${shown})?done(performance.now()-timeStamp):requestAnimationFrame(look);look()},{capture:true,once:true}));0}`,
  );
  await page.locator(button).first().click();
  return Number(await page.evaluate('window.opened'));
}

async function timeDigits(page: Page): Promise<number> {
  await page.evaluate(
    `{const payout=()=>document.querySelector('#payout').value,before=payout(),end=performance.now()+${digitsWithin};window.drawn=new Promise((done,fail)=>{const look=()=>{const now=performance.now();if(now>end)return fail(new Error('No other digits came.'));if(payout()===before||payout()==='')return requestAnimationFrame(look);setTimeout(()=>{const asked=performance.getEntriesByType('resource').filter(({name})=>name.includes('/onramp/calc'));done(now-asked.at(-1).responseEnd)},100)};look()});0}`,
  );
  await page.locator('#payin').focus();
  // 251 for 250: an amount within every limit.
  for (const key of ['End', 'Backspace', '1']) await page.keyboard.press(key);
  return Number(await page.evaluate('window.drawn'));
}
