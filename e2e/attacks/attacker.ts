import { randomInt, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { SandboxDriver } from '@causeway/testing/sandbox-driver';
import { inject } from 'vitest';
import { z } from 'zod';

export const stack = inject('attackStack');
export const sandbox = new SandboxDriver(stack.sandbox);
export const password = 'correct horse battery';
/** Whether this is the long form, of `npm run campaign`. */
export const isLong = process.env['CAMPAIGN'] === 'full';

const seen = z.looseObject({
  success: z.number().optional(),
  access: z.string().default(''),
  refresh: z.string().default(''),
  errors: z.array(z.looseObject({ code: z.string(), text: z.string() })).default([]),
});

export interface Answer {
  status: number;
  body: z.output<typeof seen>;
  text: string;
  headers: Headers;
  /** Milliseconds until the whole answer was there. */
  took: number;
}

export interface Origin {
  access?: string;
  /**
   * The client's address that the proxy saw; without it the request goes to the server that trusts no forwarding
   * header.
   */
  from?: string;
  headers?: Readonly<Record<string, string>>;
}

/** One call over the network, in wire form. */
export async function post(path: string, form: Readonly<Record<string, string>>, origin: Origin = {}): Promise<Answer> {
  const base = origin.from === undefined ? stack.direct : stack.behindProxy;
  const started = performance.now();
  const response = await fetch(base + path, {
    method: 'POST',
    headers: {
      'x-requested-with': 'XMLHttpRequest',
      ...(origin.from !== undefined && { 'x-forwarded-for': origin.from }),
      ...(origin.access !== undefined && { 'x-authorization': `Bearer ${origin.access}` }),
      ...origin.headers,
    },
    body: new URLSearchParams(form),
    signal: AbortSignal.timeout(30_000),
  });
  const text = await response.text();
  const took = performance.now() - started;
  return { status: response.status, body: seen.parse(JSON.parse(text)), text, headers: response.headers, took };
}

/** The first error code of an answer, or its status where it has none. */
export function codeOf({ status, body }: Answer): string {
  return body.errors[0]?.code ?? (body.success === 1 ? 'success' : String(status));
}

/** A fresh IP address, of a network reserved for examples. */
export function anyAddress(): string {
  const part = () => randomInt(1, 255);
  return `${randomInt(20, 200)}.${part()}.${part()}.${part()}`;
}

export const captcha = async (action: string) => ({ 'g-recaptcha-response': await sandbox.captchaToken(action) });
export const newEmail = () => `${randomUUID()}@example.com`;

export interface Victim {
  email: string;
  access: string;
  refresh: string;
}

/** A client of the product. */
export async function register(options: { isConfirmed?: boolean } = {}): Promise<Victim> {
  const email = newEmail();
  const form = { email, password, is_agree_terms: '1', device_id: 'own-device', ...(await captcha('signup')) };
  const answer = await post('/signup', form, { from: anyAddress() });
  if (answer.body.success !== 1) throw new Error(`/signup answered ${answer.status}: ${answer.text}`);
  const { access, refresh } = answer.body;
  if (options.isConfirmed === true)
    await post('/check_email_verification_code', { code: await readCode(email) }, { access });
  return { email, access, refresh };
}

/** The newest code that was sent to an address or number. */
export async function readCode(to: string, after = 0): Promise<string> {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    const codes = (await sandbox.inbox(to)).flatMap(({ code }) =>
      typeof code === 'string' && code !== '' ? [code] : [],
    );
    const code = codes.length > after ? codes[0] : undefined;
    if (code !== undefined) return code;
    await sleep(100);
  }
  throw new Error(`No code arrived for ${to}.`);
}

export const whoAmI = async (access: string, base: string = stack.direct): Promise<number> =>
  (await fetch(`${base}/onramp/client`, { headers: { 'x-authorization': `Bearer ${access}` } })).status;

/** Runs so many tasks, so many at once. */
export async function inTurns<T>(count: number, atOnce: number, task: (index: number) => Promise<T>): Promise<T[]> {
  const results: T[] = [];
  let next = 0;
  const worker = async () => {
    for (let index = next++; index < count; index = next++) results[index] = await task(index);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return results;
}
