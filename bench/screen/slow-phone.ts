import { setTimeout as sleep } from 'node:timers/promises';
import { chromium, type Browser, type CDPSession, type Page } from '@playwright/test';
import { z } from 'zod';
import { goFirst } from '../go-first.ts';

/** A slow phone on a usual network. */
const network = {
  offline: false,
  latency: 60,
  downloadThroughput: 9_000_000 / 8,
  uploadThroughput: 1_500_000 / 8,
};
const slowdown = 4;
/** Milliseconds without a request and without a long task after which a page is idle, and how long it may take. */
const quiet = { requests: 1000, tasks: 2000, most: 12_000 };

const felt = z.object({
  /** Start and length of each task over 50 ms. */
  long: z.array(z.tuple([z.number(), z.number()])),
  shift: z.number(),
  largest: z.number(),
  keys: z.array(z.number()),
  /** When the field kept a digit, in milliseconds since the epoch. */
  usable: z.number().optional(),
  began: z.number(),
  now: z.number(),
});
export type Felt = z.output<typeof felt>;

export interface SlowPage {
  page: Page;
  session: CDPSession;
  bytes: () => number;
  /** What the page has seen of itself until now; of the frame in it that has the field, if one has. */
  felt: () => Promise<Felt>;
  untilIdle: () => Promise<void>;
  /** Presses keys one after another; milliseconds of the slowest, 16 for those that are too quick to be counted. */
  pressKeys: (keys: string) => Promise<number>;
  close: () => Promise<void>;
}

/**
 * A frame of another site shares the page's thread, so that the slowdown reaches it. A phone does nothing else: what
 * else runs on the machine waits.
 */
export async function launchPhone(executablePath: string): Promise<Browser> {
  const args = ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-site-isolation-trials'];
  const features = '--disable-features=IsolateOrigins,site-per-process';
  const browser = await chromium.launch({ executablePath, args: [...args, features] });
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  for (const { id } of processInfo) goFirst(id);
  await session.detach();
  return browser;
}

/** @throws Error when no field of the page keeps a digit */
export async function untilUsable({ felt, page }: SlowPage): Promise<Felt & { usable: number }> {
  for (const deadline = Date.now() + 30_000; Date.now() < deadline; await sleep(200)) {
    const seen = await felt();
    if (seen.usable !== undefined) return { ...seen, usable: seen.usable };
  }
  throw new Error(`${page.url()} keeps no digit.`);
}

/** Opens an empty page of a phone with nothing in its cache. `isTyping` types a digit as soon as there is a field. */
export async function openSlowPage(browser: Browser, { isTyping = false, isSlow = true } = {}): Promise<SlowPage> {
  const context = await browser.newContext({ viewport: { width: 412, height: 915 }, locale: 'en-GB' });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  let bytes = 0;
  let lastRequest = Date.now();
  session.on('Network.requestWillBeSent', () => (lastRequest = Date.now()));
  session.on('Network.loadingFinished', ({ encodedDataLength }) => {
    bytes += encodedDataLength;
    lastRequest = Date.now();
  });
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', network);
  await session.send('Emulation.setFocusEmulationEnabled', { enabled: true });
  if (isSlow) await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  await page.addInitScript(watching(isTyping));
  const read = async () => {
    const frames = await Promise.all(
      page.frames().map((frame) => frame.evaluate('({...window.felt,now:performance.now()})').catch(() => undefined)),
    );
    const [top, ...inner] = frames.map((frame) => felt.safeParse(frame).data);
    if (!top) throw new Error(`${page.url()} does not watch itself.`);
    const usable = top.usable ?? inner.find((frame) => frame?.usable !== undefined)?.usable;
    const keys = [top, ...inner].flatMap((frame) => frame?.keys ?? []);
    return { ...top, keys, ...(usable !== undefined && { usable }) };
  };
  return {
    page,
    session,
    bytes: () => bytes,
    felt: read,
    async untilIdle() {
      for (const deadline = Date.now() + quiet.most; Date.now() < deadline; await sleep(200)) {
        const { long, now } = await read();
        const lastTask = Math.max(0, ...long.map(([start, length]) => start + length));
        if (Date.now() - lastRequest > quiet.requests && now - lastTask > quiet.tasks) return;
      }
    },
    async pressKeys(keys) {
      const counted = (await read()).keys.length;
      await page.keyboard.type(keys, { delay: 200 });
      await sleep(600);
      return Math.max(16, ...(await read()).keys.slice(counted));
    },
    close: () => context.close(),
  };
}

/** Runs in every frame before its own scripts. A digit goes through the editor, as a key does. */
function watching(isTyping: boolean): string {
  return `(()=>{const felt=window.felt={long:[],shift:0,largest:0,keys:[],began:performance.timeOrigin};
const see=(type,each,more)=>new PerformanceObserver(list=>list.getEntries().forEach(each)).observe({type,buffered:true,...more});
see('longtask',entry=>felt.long.push([entry.startTime,entry.duration]));
see('layout-shift',entry=>{if(!entry.hadRecentInput)felt.shift+=entry.value});
see('largest-contentful-paint',entry=>{felt.largest=entry.startTime});
see('event',entry=>{if(entry.interactionId)felt.keys.push(entry.duration)},{durationThreshold:16});
const frame=()=>new Promise(requestAnimationFrame);
const look=async()=>{const input=document.querySelector('#payin');
if(input&&input.getBoundingClientRect().width>1){input.focus({preventScroll:true});const before=input.value;
if(document.execCommand('insertText',false,'1')){await frame();await frame();
if(input.isConnected&&input.value!==before&&input.value.includes('1')){performance.mark('usable');felt.usable=performance.timeOrigin+performance.now();return}}}
requestAnimationFrame(look)};if(${isTyping})requestAnimationFrame(look)})()`;
}

/** The middle one. */
export function median(values: readonly number[]): number {
  return values.toSorted((left, right) => left - right)[values.length >> 1] ?? Number.NaN;
}
