import { lookup as lookUp, type LookupAddress } from 'node:dns';
import { request as requestHttp, type IncomingMessage } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { isPrivateAddress } from './is-private-address.ts';

/** All of it: name, connection, and the whole answer. */
const timeoutMs = 10_000;
/** How much of an answer is read and kept. */
const answerBytesMax = 1024;

export interface NoticeRequest {
  url: string;
  headers: Readonly<Record<string, string>>;
  body: string;
  /** Whether addresses of private networks may be reached: in the sandbox only. */
  isPrivateAllowed: boolean;
}

/** What came of one try: the answer's status code, or why there was none. */
export type NoticeAnswer = { code: number; answer: string } | { failure: NoticeFailure; answer: '' };

/** `private_address` and `bad_url` are ours: nobody was asked. */
export type NoticeFailure = 'bad_url' | 'private_address' | 'timeout' | 'unreachable';

class PrivateAddress extends Error {
  override readonly name = 'PrivateAddress';
}

/**
 * Posts a notice to an address that a partner has given. The name is looked up once, and the connection goes to the
 * very addresses that were checked, so that a name cannot change between check and use. Redirects are not followed.
 */
export async function postNotice(notice: NoticeRequest): Promise<NoticeAnswer> {
  const { url, isPrivateAllowed } = notice;
  const target = URL.canParse(url) ? new URL(url) : undefined;
  if (target === undefined || !isWeb(target, isPrivateAllowed)) return fail('bad_url');
  const host = target.hostname.replace(/^\[|\]$/g, '');
  if (isIP(host) !== 0 && isPrivateAddress(host) && !isPrivateAllowed) return fail('private_address');
  try {
    return await send(target, notice);
  } catch (error) {
    if (error instanceof PrivateAddress) return fail('private_address');
    return fail(error instanceof Error && error.name === 'TimeoutError' ? 'timeout' : 'unreachable');
  }
}

/** Beyond the sandbox only https, without a name and password in the address. */
function isWeb({ protocol, username, password }: URL, isPrivateAllowed: boolean): boolean {
  return (protocol === 'https:' || (isPrivateAllowed && protocol === 'http:')) && username === '' && password === '';
}

function fail(failure: NoticeFailure): NoticeAnswer {
  return { failure, answer: '' };
}

function send(target: URL, { headers, body, isPrivateAllowed }: NoticeRequest): Promise<NoticeAnswer> {
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
        // A connection of its own each time: one that was checked before is not taken for another name.
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

/** The beginning of an answer as text; the rest is not waited for. */
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
  // A database keeps no zero character.
  return text.replaceAll('\u0000', '');
}

const lookUpPublic: LookupFunction = (hostname, options, callback) => {
  lookUp(hostname, { ...options, all: true }, (error, addresses: LookupAddress[]) => {
    if (error) return callback(error, '', 0);
    const [first] = addresses;
    // One private address among them is reason enough: which one is taken is not ours to say.
    if (first === undefined || addresses.some(({ address }) => isPrivateAddress(address)))
      return callback(new PrivateAddress(hostname), '', 0);
    return options.all === true ? callback(null, addresses) : callback(null, first.address, first.family);
  });
};

function toError(reason: unknown): Error {
  return reason instanceof Error ? reason : new Error(String(reason));
}
