import { createServer } from 'node:http';
import { readFileSync } from 'node:fs';
import { brotliCompressSync } from 'node:zlib';
import { runSql } from '@causeway/testing/run-sql';
import { chromium, type Browser } from '@playwright/test';
import type { Row } from './print-rows.ts';
import { waitUntilIdle } from './wait-until-idle.ts';

const rounds = 12;
const warmups = 2;
const partnerKey = 'pk_bench';
const scripts = ['causeway', 'causeway-more', 'causeway-qr', 'causeway-doctor'];

/** What the SDK's script costs a partner's page: its bytes, and how much later the price comes than in a bare frame. */
export async function benchSdk(executablePath: string, productUrl: string, databaseUrl: string): Promise<Row[]> {
  const host = await openHost(productUrl);
  await runSql(
    databaseUrl,
    `insert into partners (partner_key, name, allowed_origins, is_merchant, is_floating_rate, theme, theme_settings, created_at)
     values ('${partnerKey}', 'Bench', '{${host.origin}}', false, true, 'light', '{}', now()) on conflict do nothing`,
  );
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
  try {
    const times: Record<'sdk' | 'bare', number[]> = { sdk: [], bare: [] };
    for (let round = -warmups; round < rounds; round += 1) {
      for (const page of ['bare', 'sdk'] as const) {
        await waitUntilIdle(1500);
        const time = await timePrice(browser, `${host.origin}/${page}`);
        if (round >= 0) times[page].push(time);
      }
    }
    const [sdk, bare] = [lowerQuartile(times.sdk), lowerQuartile(times.bare)];
    return [
      ...scripts.map(scriptBytes),
      { name: 'mount to price', value: sdk.toFixed(0), unit: 'ms' },
      {
        name: 'mount to price, of a bare frame',
        value: (sdk / bare).toFixed(2),
        unit: '×',
        goal: 'at most 1.10',
        isMet: sdk / bare <= 1.1,
      },
    ];
  } finally {
    await browser.close();
    await host.close();
  }
}

function scriptBytes(name: string): Row {
  const bytes = brotliCompressSync(readFileSync(new URL(`../packages/sdk/dist/${name}.js`, import.meta.url))).length;
  const row = { name: `${name}.js`, value: (bytes / 1024).toFixed(2), unit: 'kB brotli' };
  return name === 'causeway' ? { ...row, goal: 'at most 3 kB', isMet: bytes <= 3 * 1024 } : row;
}

/** A partner's pages: one mounts the widget by the script, the other makes the same frame by hand. */
async function openHost(productUrl: string) {
  const now = 'window.began=performance.timeOrigin+performance.now();';
  const options = JSON.stringify({ origin: productUrl, partnerKey });
  const address = JSON.stringify(`${productUrl}/widget?partner_key=${partnerKey}`);
  const pages: Readonly<Record<string, string>> = {
    '/sdk': `<script src="${productUrl}/causeway.js"></script><div id="pay"></div><script>${now}Causeway.mount('#pay',${options})</script>`,
    '/bare': `<div id="pay"></div><script>${now}const frame=document.createElement('iframe');frame.style='width:100%;height:650px;border:0';frame.src=${address};document.querySelector('#pay').append(frame)</script>`,
  };
  const server = createServer((request, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.end(
      `<!doctype html><html lang="en"><meta charset="utf-8"><body>${pages[request.url ?? ''] ?? ''}</body></html>`,
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const bound = server.address();
  if (typeof bound !== 'object' || bound === null) throw new Error('The host of the bench has no port.');
  return {
    origin: `http://127.0.0.1:${bound.port}`,
    close: () => new Promise((resolve) => server.close(resolve).closeAllConnections()),
  };
}

/** Milliseconds from the mount to the frame that shows the price, cold. */
async function timePrice(browser: Browser, url: string): Promise<number> {
  const context = await browser.newContext({ viewport: { width: 412, height: 915 } });
  try {
    const page = await context.newPage();
    await page.addInitScript(
      `(()=>{const look=()=>document.querySelector('#payout')?.value?window.priced=performance.timeOrigin+performance.now():requestAnimationFrame(look);look()})()`,
    );
    await page.goto(url);
    const frame = await (await page.waitForSelector('iframe')).contentFrame();
    await frame?.waitForFunction('window.priced');
    return Number(await frame?.evaluate('window.priced')) - Number(await page.evaluate('window.began'));
  } finally {
    await context.close();
  }
}

function lowerQuartile(values: readonly number[]): number {
  return values.toSorted((left, right) => left - right)[Math.floor(values.length / 4)] ?? Number.NaN;
}
