import { AsyncLocalStorage } from 'node:async_hooks';
import { type LookupAddress, lookup as lookUp } from 'node:dns';
import { type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { BlockList, type LookupFunction, isIP } from 'node:net';
import { refuseWithinTransaction } from '../database/open-pool.ts';

/** For all of it: name lookup, connection, and the whole answer. */
const usualTimeoutMs = 10_000;
/** How much of an answer is read and stored. */
const answerBytesMax = 1024;

interface WebhookRequest {
  url: string;
  headers: Readonly<Record<string, string>>;
  body: string | Uint8Array;
  /** Whether addresses of private networks may be reached: in the sandbox only. */
  isPrivateAllowed: boolean;
  timeoutMs?: number;
}

/** Result of one attempt: the answer's status code, or why there was none. */
export type WebhookAnswer = { code: number; answer: string } | { failure: WebhookFailure; answer: '' };

/** `private_address` and `bad_url` are decided here: no request was sent. */
type WebhookFailure = 'bad_url' | 'private_address' | 'timeout' | 'unreachable';

/** The queue whose jobs wait for each other, while they run. */
const waited = new AsyncLocalStorage<string>();

/** Runs jobs of a queue that end together: in them `postWebhook` is refused. */
export function runTogether<Result>(queue: string, work: () => Promise<Result>): Promise<Result> {
  return waited.run(queue, work);
}

function refuseBesideOthers(): void {
  const queue = waited.getStore();
  if (queue !== undefined)
    throw new Error(`A job of ${queue} posts to a stranger, and others wait for it. Declare that it reachesStrangers.`);
}

class PrivateAddress extends Error {
  override readonly name = 'PrivateAddress';
}

/**
 * Posts to a URL that a partner or a browser has given. The name is looked up once, and the connection goes to exactly
 * the IP addresses that were checked, so that a name cannot change between check and use. Redirects are not followed.
 */
export async function postWebhook(webhook: WebhookRequest): Promise<WebhookAnswer> {
  refuseWithinTransaction('webhook');
  refuseBesideOthers();
  const { url, isPrivateAllowed } = webhook;
  const target = URL.canParse(url) ? new URL(url) : undefined;
  if (target === undefined || !isWeb(target, isPrivateAllowed)) return fail('bad_url');
  const host = target.hostname.replace(/^\[|\]$/g, '');
  if (isIP(host) !== 0 && isPrivateAddress(host) && !isPrivateAllowed) return fail('private_address');
  try {
    return await send(target, webhook);
  } catch (error) {
    if (error instanceof PrivateAddress) return fail('private_address');
    return fail(error instanceof Error && error.name === 'TimeoutError' ? 'timeout' : 'unreachable');
  }
}

/** Outside of the sandbox only https, without a name and password in the URL. */
function isWeb({ protocol, username, password }: URL, isPrivateAllowed: boolean): boolean {
  return (protocol === 'https:' || (isPrivateAllowed && protocol === 'http:')) && username === '' && password === '';
}

function fail(failure: WebhookFailure): WebhookAnswer {
  return { failure, answer: '' };
}

function send(
  target: URL,
  { headers, body, isPrivateAllowed, timeoutMs = usualTimeoutMs }: WebhookRequest,
): Promise<WebhookAnswer> {
  const request = target.protocol === 'https:' ? requestHttps : requestHttp;
  const signal = AbortSignal.timeout(timeoutMs);
  return new Promise((resolve, reject) => {
    const rejected = (error: Error) => reject(signal.aborted ? toError(signal.reason) : error);
    const sent = request(
      target,
      {
        method: 'POST',
        headers: { ...headers, 'content-length': String(Buffer.byteLength(body)) },
        signal,
        // A connection of its own each time: a checked one must not be reused for another name.
        agent: false,
        ...(!isPrivateAllowed && { lookup: lookUpPublic }),
      },
      (response) => {
        readStart(response).then((answer) => resolve({ code: response.statusCode ?? 0, answer }), rejected);
      },
    );
    sent.on('error', rejected);
    sent.end(body);
  });
}

/** The beginning of an answer as text; the rest is not awaited. */
async function readStart(response: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of response) {
    const bytes = Buffer.isBuffer(part) ? part : Buffer.from(String(part));
    parts.push(bytes);
    size += bytes.length;
    if (size >= answerBytesMax) break;
  }
  response.destroy();
  const text = Buffer.concat(parts).subarray(0, answerBytesMax).toString('utf8');
  // PostgreSQL text cannot hold a zero character.
  return text.replaceAll('\u0000', '');
}

const lookUpPublic: LookupFunction = (hostname, options, callback) => {
  lookUp(hostname, { ...options, all: true }, (error, addresses: LookupAddress[]) => {
    if (error) return callback(error, '', 0);
    const [first] = addresses;
    // One private IP address among them is enough to refuse: the connection may take any of them.
    if (first === undefined || addresses.some(({ address }) => isPrivateAddress(address)))
      return callback(new PrivateAddress(hostname), '', 0);
    return options.all === true ? callback(null, addresses) : callback(null, first.address, first.family);
  });
};

function toError(reason: unknown): Error {
  return reason instanceof Error ? reason : new Error(String(reason));
}

/** Everything that is not the open internet; source: the special-purpose registries of IANA. */
const ranges: readonly [network: string, prefix: number, family: 'ipv4' | 'ipv6'][] = [
  ['0.0.0.0', 8, 'ipv4'],
  ['10.0.0.0', 8, 'ipv4'],
  ['100.64.0.0', 10, 'ipv4'],
  ['127.0.0.0', 8, 'ipv4'],
  ['169.254.0.0', 16, 'ipv4'],
  ['172.16.0.0', 12, 'ipv4'],
  ['192.0.0.0', 24, 'ipv4'],
  ['192.0.2.0', 24, 'ipv4'],
  ['192.88.99.0', 24, 'ipv4'],
  ['192.168.0.0', 16, 'ipv4'],
  ['198.18.0.0', 15, 'ipv4'],
  ['198.51.100.0', 24, 'ipv4'],
  ['203.0.113.0', 24, 'ipv4'],
  ['224.0.0.0', 4, 'ipv4'],
  ['240.0.0.0', 4, 'ipv4'],
];
/** Addresses of the internet itself; all others of version 6 are local, mapped, translated or reserved. */
const globalSix = new BlockList();
globalSix.addSubnet('2000::', 3, 'ipv6');
const special = new BlockList();
for (const [network, prefix, family] of ranges) special.addSubnet(network, prefix, family);
// Tunnels and translations that lead to addresses of version 4, and addresses for examples.
for (const [network, prefix] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  special.addSubnet(network, prefix, 'ipv6');

/** Whether an IP address leads into a private network or nowhere: no partner's server is there. */
export function isPrivateAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return special.check(address, 'ipv4');
  if (family === 6) return !globalSix.check(address, 'ipv6') || special.check(address, 'ipv6');
  return true;
}
