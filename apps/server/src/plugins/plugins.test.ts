import { trustedProxies } from '../app.ts';
import Fastify from 'fastify';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { noBudgets } from '../budgets/create-budgets.ts';
import { readConfig } from '../config/config.ts';
import type { AppContext } from '../context.ts';
import { createTexts } from '../modules/locales/create-texts.ts';
import { apiDocs } from './api-docs.ts';
import { answerErrors } from './errors.ts';
import { health } from './health.ts';
import { legalPages } from '../pages/legal/legal-pages.ts';
import { metrics } from './metrics.ts';
import { rateLimit } from './rate-limit.ts';
import { securityHeaders } from './security-headers.ts';

const warnings: unknown[] = [];
const log: AppContext['log'] = {
  debug() {},
  info() {},
  warn: (_message, fields) => void warnings.push(fields),
  error() {},
};
const clock = { now: () => new Date() };

async function createApp(variables: Record<string, string> = {}, isReady = true) {
  const config = readConfig(variables);
  const context = z
    .custom<AppContext>(() => true)
    .parse({ config, log, clock, budgets: noBudgets, texts: createTexts(log) });
  const app = Fastify({ trustProxy: trustedProxies(config) });
  answerErrors(app, context);
  securityHeaders(app, context);
  metrics(app, context, { countOrders: async () => ({ finished: 3, processing: 1 }) });
  await rateLimit(app, context);
  health(app, context, {
    check: async () => {
      if (!isReady) throw new Error('no database');
    },
  });
  legalPages(app, context);
  await apiDocs(app, context);
  for (const call of ['getCalculation', 'signIn', 'somethingElse'])
    app.get(`/${call}`, { config: { call } }, async () => ({ success: 1 }));
  app.get('/orders/:niceId', async () => ({ success: 1 }));
  await app.ready();
  return app;
}

describe('health', () => {
  test('says that it lives, and whether it can serve', async () => {
    const app = await createApp();
    expect((await app.inject('/healthz')).statusCode).toBe(200);
    expect((await app.inject('/readyz')).statusCode).toBe(200);
    const broken = await createApp({}, false);
    expect((await broken.inject('/healthz')).statusCode).toBe(200);
    expect((await broken.inject('/readyz')).statusCode).toBe(503);
  });
});

describe('metrics', () => {
  test('times by route pattern, orders by status', async () => {
    const app = await createApp();
    await app.inject('/orders/CW7Q2M9V4T8K1N5X3B');
    const { body } = await app.inject('/metrics');
    expect(body).toContain('http_request_duration_seconds_count{method="GET",route="/orders/:niceId",status="200"} 1');
    expect(body).not.toContain('CW7Q2M9V4T8K1N5X3B');
    expect(body).toContain('orders{status="finished"} 3');
    expect(body).toContain('process_cpu_seconds_total');
  });

  test('with a token only its bearer reads them', async () => {
    const app = await createApp({ METRICS_TOKEN: 'a-token-of-metrics' });
    expect((await app.inject('/metrics')).statusCode).toBe(404);
    const headers = { authorization: 'Bearer a-token-of-metrics' };
    expect((await app.inject({ url: '/metrics', headers })).statusCode).toBe(200);
  });
});

describe('request budgets', () => {
  const ask = async (app: Awaited<ReturnType<typeof createApp>>, url: string, times: number, headers = {}) => {
    const statuses: number[] = [];
    for (let round = 0; round < times; round += 1) statuses.push((await app.inject({ url, headers })).statusCode);
    return statuses;
  };

  test('past the budget: 429 with Retry-After and an error item; other calls go on', async () => {
    const app = await createApp();
    const statuses = await ask(app, '/signIn', 61);
    expect(statuses.slice(0, 60).every((status) => status === 200)).toBe(true);
    const refused = await app.inject('/signIn');
    expect(refused.statusCode).toBe(429);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect(refused.json()).toMatchObject({ success: 0, errors: [{ code: 'TOO_MANY_REQUESTS' }] });
    expect((await app.inject('/getCalculation')).statusCode).toBe(200);
    // ASVS V16.3.3
    expect(warnings.at(-1)).toMatchObject({ event: 'budget_met', call: 'signIn', code: 'TOO_MANY_REQUESTS' });
  });

  test('a forged forwarding header changes nothing unless a proxy is trusted', async () => {
    const app = await createApp();
    const forged = async (round: number) =>
      (await app.inject({ url: '/signIn', headers: { 'x-forwarded-for': `203.0.113.${round}` } })).statusCode;
    const statuses: number[] = [];
    for (let round = 0; round < 61; round += 1) statuses.push(await forged(round));
    expect(statuses.at(-1)).toBe(429);
    const behind = await createApp({ TRUSTED_PROXIES: '1' });
    expect(await ask(behind, '/signIn', 60, { 'x-forwarded-for': '203.0.113.1' })).not.toContain(429);
    expect(await ask(behind, '/signIn', 1, { 'x-forwarded-for': '203.0.113.2' })).toEqual([200]);
    expect(await ask(behind, '/signIn', 1, { 'x-forwarded-for': '203.0.113.1' })).toEqual([429]);
    // What the client itself wrote comes before what the proxy added, and is not trusted as an IP address.
    expect(await ask(behind, '/signIn', 1, { 'x-forwarded-for': '198.51.100.7, 203.0.113.1' })).toEqual([429]);
  });

  test('addresses of one IPv6 customer share a budget', async () => {
    const app = await createApp({ TRUSTED_PROXIES: '1' });
    await ask(app, '/signIn', 60, { 'x-forwarded-for': '2001:db8::1' });
    expect(await ask(app, '/signIn', 1, { 'x-forwarded-for': '2001:db8:0:0:9::7' })).toEqual([429]);
    expect(await ask(app, '/signIn', 1, { 'x-forwarded-for': '2001:db8:0:1::1' })).toEqual([200]);
  });

  test('probes are not counted, and the sandbox can switch budgets off', async () => {
    const app = await createApp();
    expect(await ask(app, '/healthz', 650)).not.toContain(429);
    const off = await createApp({ RATE_LIMIT: 'off' });
    expect(await ask(off, '/signIn', 70)).not.toContain(429);
  });
});

describe('headers', () => {
  test.each(['/getCalculation', '/nowhere', '/healthz', '/docs/json'])('%s has them all', async (url) => {
    const app = await createApp({ PUBLIC_URL: 'https://pay.example' });
    const { headers } = await app.inject(url);
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['referrer-policy']).toBe('strict-origin-when-cross-origin');
    expect(headers['cross-origin-resource-policy']).toBe('same-origin');
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
    expect(headers['strict-transport-security']).toContain('max-age=');
    expect(headers['permissions-policy']).toMatch(/camera=\(\), geolocation=\(\), microphone=\(\)/);
    expect(headers['access-control-allow-origin']).toBeUndefined();
    expect(headers['x-powered-by']).toBeUndefined();
  });

  test('without https there is no HSTS', async () => {
    const app = await createApp();
    expect((await app.inject('/getCalculation')).headers['strict-transport-security']).toBeUndefined();
  });
});

describe('API pages', () => {
  test('the document names every call; the page takes everything from its own origin', async () => {
    const app = await createApp();
    const document = (await app.inject('/docs/json')).json<{ openapi: string; paths: Record<string, unknown> }>();
    expect(document.openapi).toBe('3.1.0');
    expect(Object.keys(document.paths)).toContain('/signup');
    const page = await app.inject('/docs/');
    expect(page.statusCode).toBe(200);
    expect(page.headers['content-security-policy']).toContain("default-src 'none'; script-src 'self'");
    expect(page.body).not.toMatch(/<script>|<style|style=|onload=/);
    expect(page.body).not.toMatch(/(?:src|href)="https?:/);
  });
});

describe('terms and privacy of an operator that has no pages of its own', () => {
  test.each([
    ['/terms', 'en-GB', 'Terms of use', 'This is an example.'],
    ['/privacy', 'es', 'Privacidad', 'Esto es un ejemplo.'],
    ['/privacy', 'uk,en', 'Приватність', 'Це приклад.'],
    ['/terms', 'xx', 'Terms of use', 'This is an example.'],
  ])('%s in %s', async (url, language, title, mark) => {
    const app = await createApp({ LEGAL_TEXT: 'Tidal <Books> & Co' });
    const { body, statusCode, headers } = await app.inject({ url, headers: { 'accept-language': language } });
    expect(statusCode).toBe(200);
    expect(headers['content-security-policy']).toContain("default-src 'none'");
    expect(body).toContain(`<h1>${title}</h1>`);
    expect(body).toContain(mark);
    expect(body).toContain('Tidal &lt;Books&gt; &amp; Co');
    expect(body).not.toContain('tpl:');
  });

  test('the links of a registration lead there until the operator names its own', () => {
    expect(readConfig({ PUBLIC_URL: 'https://pay.example' })).toMatchObject({
      TERMS_URL: 'https://pay.example/terms',
      PRIVACY_URL: 'https://pay.example/privacy',
    });
    expect(readConfig({ TERMS_URL: 'https://own.example/t' }).TERMS_URL).toBe('https://own.example/t');
  });
});
