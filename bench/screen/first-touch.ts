import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser } from '@playwright/test';
import { z } from 'zod';
import type { Row } from '../print-rows.ts';
import { waitUntilIdle } from '../wait-until-idle.ts';
import { timeProcessorToTouch } from './first-processor-time.ts';
import { median, openSlowPage, untilUsable } from './slow-phone.ts';

const rounds = 5;
/** Milliseconds from the first digit to the four keys. */
const beforeKeys = 1500;

interface Measured {
  usable: number;
  key: number;
  toTouch: number;
  processor: number;
  blocked: number;
  heap: number;
  bytes: number;
  shift: number;
}

/** What a first visit is like until the page is idle, as ratios to a bare React page in the same run. */
export async function benchFirstTouch(
  browser: Browser,
  urls: { ours: string; react: string; framed: string; framedByScript: string; framedPlain: string },
): Promise<Row[]> {
  const seen = { ours: new Array<Measured>(), react: new Array<Measured>() };
  const framed = { ours: new Array<Typed>(), byScript: new Array<Typed>(), plain: new Array<Typed>() };
  for (let round = 0; round < rounds; round += 1) {
    for (const name of ['react', 'ours'] as const) seen[name].push(await visit(browser, urls[name]));
    framed.plain.push(await type(browser, urls.framedPlain));
    framed.ours.push(await type(browser, urls.framed));
    framed.byScript.push(await type(browser, urls.framedByScript));
  }
  const of = (name: 'ours' | 'react', figure: keyof Measured) => median(seen[name].map((one) => one[figure]));
  const ratio = (name: string, figure: keyof Measured, most: number) =>
    row(`${name}, of a bare React page`, of('ours', figure) / Math.max(of('react', figure), 1), '×', most);
  const both = (name: string, figure: keyof Measured, unit: string) => ({
    name: `${name}, and a bare React page`,
    value: `${of('ours', figure).toFixed(0)}, ${of('react', figure).toFixed(0)}`,
    unit,
  });
  const inFrame = (name: keyof typeof framed) => median(framed[name].map(({ usable }) => usable));
  return [
    ratio('the field keeps a digit', 'usable', 0.65),
    both('the field keeps a digit', 'usable', 'ms'),
    ratio('main thread until then', 'toTouch', 0.6),
    both('main thread until then', 'toTouch', 'CPU ms'),
    ratio('blocked until idle', 'blocked', 1.2),
    both('blocked until idle', 'blocked', 'ms'),
    both('main thread until idle', 'processor', 'CPU ms'),
    row('slowest of four keys', of('ours', 'key'), 'ms', 32),
    row('on the wire until idle', of('ours', 'bytes') / 1000, 'kB', 120),
    ratio('memory after idle', 'heap', 1.5),
    row('layout shift until idle', of('ours', 'shift'), '', 0.01),
    row('in a frame: the field keeps a digit, of a plain page in one', inFrame('ours') / inFrame('plain'), '×', 1.1),
    row('in a frame of the script: the same', inFrame('byScript') / inFrame('plain'), '×', 1.75),
    row('in a frame: slowest of four keys', median(framed.ours.map(({ key }) => key)), 'ms', 32),
  ];
}

async function visit(browser: Browser, url: string): Promise<Measured> {
  const [idle, processor, typed] = [await rest(browser, url), await work(browser, url), await type(browser, url)];
  return { ...idle, processor, toTouch: await timeProcessorToTouch(browser, url), ...typed };
}

/** A load without a touch. */
async function rest(browser: Browser, url: string): Promise<Pick<Measured, 'blocked' | 'heap' | 'bytes' | 'shift'>> {
  const { page, session, ...slow } = await openSlowPage(browser);
  try {
    await waitUntilIdle(1500);
    await page.goto(url);
    await slow.untilIdle();
    const { long, shift } = await slow.felt();
    await session.send('HeapProfiler.collectGarbage');
    const { usedSize: heap } = await session.send('Runtime.getHeapUsage');
    const blocked = long.reduce((sum, [, length]) => sum + length - 50, 0);
    return { blocked, heap, bytes: slow.bytes(), shift };
  } finally {
    await slow.close();
  }
}

const metrics = z.array(z.object({ name: z.string(), value: z.number() }));

/** Milliseconds of the processor on the main thread, without slowdown: a slowed thread waits by working. */
async function work(browser: Browser, url: string): Promise<number> {
  const { page, session, ...slow } = await openSlowPage(browser, { isSlow: false });
  try {
    await session.send('Performance.enable', { timeDomain: 'threadTicks' });
    await page.goto(url);
    await slow.untilIdle();
    const answer = metrics.parse((await session.send('Performance.getMetrics')).metrics);
    return 1000 * (answer.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN);
  } finally {
    await slow.close();
  }
}

type Typed = Pick<Measured, 'usable' | 'key'>;

async function type(browser: Browser, url: string): Promise<Typed> {
  const slow = await openSlowPage(browser, { isTyping: true });
  try {
    await waitUntilIdle(1500);
    await slow.page.goto(url, { waitUntil: 'commit' });
    const { usable, began } = await untilUsable(slow);
    await sleep(beforeKeys);
    return { usable: usable - began, key: await slow.pressKeys('2345') };
  } finally {
    await slow.close();
  }
}

function row(name: string, value: number, unit: string, most: number): Row {
  return { name, value: value.toFixed(2), unit, goal: `at most ${most}`, isMet: value <= most };
}
