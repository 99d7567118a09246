import { setTimeout as sleep } from 'node:timers/promises';
import { chromium, type Browser, type Page } from '@playwright/test';
import { goFirst } from './go-first.ts';
import type { Row } from './print-rows.ts';
import { waitUntilIdle } from './wait-until-idle.ts';

const rounds = 15;
const warmups = 2;
/** Milliseconds that a load waits for a quiet machine. */
const idleWithin = 1500;
/** Milliseconds without any query to a loading page: a query takes a part of its one thread. */
const unwatched = 1500;
// Chromium's own "Fast 4G" profile: 165 ms round trip, 9 Mbit/s down, of which it keeps nine tenths.
const fast4g = {
  offline: false,
  latency: 165,
  downloadThroughput: (8.1 * 1024 * 1024) / 8,
  uploadThroughput: (1.35 * 1024 * 1024) / 8,
};
const cpuSlowdown = 4;

/** A page to time, and how each moment shows in it. */
export interface TimedPage {
  name: string;
  url: string;
  /** Script expressions that become true when the price is on screen, typing is handled, and the page is hydrated. */
  isPriced: string;
  isLive: string;
  isHydrated: string;
}

interface Moments {
  priced: number;
  live: number;
  hydrated: number;
  painted: number;
}

/**
 * Times the pages in turn, each in a new browser context with an empty cache and its own connections, on a slow phone;
 * answers the ratios of the lower quartiles, as other load on the machine only ever adds time. A moment counts from the
 * start of the navigation to the first frame after it; all three pages are measured by the same method, and served
 * compressed from memory or disk by Node over plain HTTP on this machine.
 */
export async function benchFirstScreenTime(
  executablePath: string,
  ours: TimedPage,
  plain: TimedPage,
  react: TimedPage,
): Promise<Row[]> {
  const server = await chromium.launchServer({
    executablePath,
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update'],
  });
  goFirst(server.process().pid);
  try {
    const browser = await chromium.connect(server.wsEndpoint());
    const times = new Map<TimedPage, Moments[]>([
      [ours, []],
      [plain, []],
      [react, []],
    ]);
    for (let round = -warmups; round < rounds; round += 1) {
      for (const page of [plain, ours, react]) {
        const moments = await timePage(browser, page);
        if (round >= 0) times.get(page)?.push(moments);
      }
    }
    const of = (page: TimedPage, moment: keyof Moments) =>
      lowerQuartile((times.get(page) ?? []).map((moments) => moments[moment]));
    return [
      { name: 'price on screen', value: of(ours, 'priced').toFixed(0), unit: 'ms' },
      ratio('price on screen, of a plain page', of(ours, 'priced') / of(plain, 'priced'), 1.1),
      {
        name: 'first paint, of a plain page',
        value: (of(ours, 'painted') / of(plain, 'painted')).toFixed(2),
        unit: '×',
      },
      ratio('typing live, of a plain page', of(ours, 'live') / of(plain, 'live'), 1.15),
      { name: 'hydrated', value: of(ours, 'hydrated').toFixed(0), unit: 'ms' },
      ratio('hydrated, of a bare React page', of(ours, 'hydrated') / of(react, 'hydrated'), 1.2),
    ];
  } finally {
    await server.close();
  }
}

async function timePage(browser: Browser, timed: TimedPage): Promise<Moments> {
  const context = await browser.newContext({ viewport: { width: 412, height: 915 }, locale: 'en-GB' });
  try {
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await session.send('Network.enable');
    await session.send('Network.emulateNetworkConditions', fast4g);
    await session.send('Emulation.setCPUThrottlingRate', { rate: cpuSlowdown });
    await page.addInitScript(watchScript(timed));
    await waitUntilIdle(idleWithin);
    await page.goto(timed.url, { waitUntil: 'commit' });
    return await readMoments(page);
  } finally {
    await context.close();
  }
}

/** Checks at each frame whether a moment has come. */
function watchScript(timed: TimedPage): string {
  const checks = { priced: timed.isPriced, live: timed.isLive, hydrated: timed.isHydrated };
  const lines = Object.entries(checks).map(
    ([name, check]) => `try{if(!m.${name}&&(${check}))m.${name}=performance.now()}catch{}`,
  );
  return `(()=>{const m=window.moments={};const look=()=>{${lines.join(';')};const paint=performance.getEntriesByName('first-contentful-paint')[0];if(paint)m.painted=paint.startTime;if(!m.priced||!m.live||!m.hydrated||!m.painted)requestAnimationFrame(look)};requestAnimationFrame(look)})()`;
}

/** Read through the debugger, which the page's own policy does not restrict, after all moments should be over. */
async function readMoments(page: Page): Promise<Moments> {
  await sleep(unwatched);
  for (const deadline = Date.now() + 30_000; Date.now() < deadline; await sleep(100)) {
    const value: unknown = await page.evaluate('window.moments');
    const record = value !== null && typeof value === 'object' ? Object.fromEntries(Object.entries(value)) : {};
    const moments = {
      priced: Number(record['priced']),
      live: Number(record['live']),
      hydrated: Number(record['hydrated']),
      painted: Number(record['painted']),
    };
    if (Object.values(moments).every(Number.isFinite)) return moments;
  }
  throw new Error(`${page.url()} did not come to life: ${JSON.stringify(await page.evaluate('window.moments'))}`);
}

function lowerQuartile(values: readonly number[]): number {
  return values.toSorted((left, right) => left - right)[Math.floor(values.length / 4)] ?? Number.NaN;
}

function ratio(name: string, value: number, most: number): Row {
  return { name, value: value.toFixed(2), unit: '×', goal: `at most ${most.toFixed(2)}`, isMet: value <= most };
}
