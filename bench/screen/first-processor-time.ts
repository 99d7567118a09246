import type { Browser } from '@playwright/test';
import { z } from 'zod';
import { openSlowPage, untilUsable } from './slow-phone.ts';

const events = z.object({
  traceEvents: z.array(
    z.object({
      name: z.string(),
      ts: z.number(),
      pid: z.number(),
      tid: z.number(),
      /** Microseconds of the processor. */
      tdur: z.number().optional(),
    }),
  ),
});

/**
 * Milliseconds of the processor that the main thread takes from the navigation until the field keeps a digit, without
 * slowdown: a slowed thread waits by working.
 */
export async function timeProcessorToTouch(browser: Browser, url: string): Promise<number> {
  const slow = await openSlowPage(browser, { isSlow: false, isTyping: true });
  try {
    await browser.startTracing(slow.page, { categories: ['toplevel', 'blink.user_timing'] });
    await slow.page.goto(url, { waitUntil: 'commit' });
    await untilUsable(slow);
    const { traceEvents } = events.parse(JSON.parse((await browser.stopTracing()).toString()));
    const touched = traceEvents.find(({ name }) => name === 'usable');
    if (touched === undefined) throw new Error(`${url} keeps no digit.`);
    const before = traceEvents.filter(({ ts }) => ts <= touched.ts);
    const began = Math.max(...before.filter(({ name }) => name === 'navigationStart').map(({ ts }) => ts));
    const tasks = before.filter(
      ({ name, ts, pid, tid }) =>
        name === 'ThreadControllerImpl::RunTask' && ts >= began && pid === touched.pid && tid === touched.tid,
    );
    return tasks.reduce((sum, { tdur = 0 }) => sum + tdur, 0) / 1000;
  } finally {
    await slow.close();
  }
}
