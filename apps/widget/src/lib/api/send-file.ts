import type { Endpoint } from '@causeway/contract/endpoint';
import { type Json, fromWireNames } from '@causeway/contract/wire/convert-keys';
import { type FormValues, encodeForm } from '@causeway/contract/wire/encode-form';
import type { Session } from '../session/session.ts';
import { type Timers, realTimers } from '../timing/timers.ts';
import { hasKeys } from './has-keys.ts';
import { NetworkFailure } from './network-failure.ts';
import type { WireAnswer } from './send-request.ts';
import { readErrors, ServerFailure } from './server-failure.ts';

/** Milliseconds without a further byte after which the connection counts as broken. */
const stallTimeout = 20_000;
/** How often a file is sent again with a new access token. */
const renewalsMax = 2;
/** Milliseconds for which the server may look at a file that it has. */
const judgeTimeout = 60_000;

export interface FileSender {
  /** How the token is called; the phone of a wizard has one of its own. */
  scheme?: 'Handover';
  session: Pick<Session, 'tokens' | 'clear'>;
  language: string;
  /** Makes any call of the client, which fetches a new access token when the old one has ended. */
  renew: () => Promise<unknown>;
  timers?: Timers;
}

export interface Sending {
  file: Blob;
  signal: AbortSignal;
  /** How much of the file has left, from 0 to 1. */
  onProgress: (share: number) => void;
}

/**
 * Sends one file with its fields as `multipart/form-data`; `fetch` cannot say how far it is. Throws as the calls of the
 * api do; an abort throws an AbortError.
 */
export async function sendFile<Values extends FormValues, Answer>(
  sender: FileSender,
  endpoint: Endpoint<Values, Answer>,
  values: NoInfer<Values>,
  sending: Sending,
): Promise<Answer> {
  for (let retry = 0; ; retry += 1) {
    const answer = await post(sender, endpoint.path, toForm(values, sending.file), sending);
    if ((answer.status === 403 || answer.status === 405) && retry < renewalsMax) {
      await sender.renew();
      continue;
    }
    if (answer.status === 401) sender.session.clear('session-over');
    const body = isJson(answer.body) ? fromWireNames(answer.body) : undefined;
    if (answer.status !== 200 || !hasKeys(body, endpoint.keys))
      throw new ServerFailure(answer.status, readErrors(body));
    return body;
  }
}

/** The name of a file may tell more than its picture, and stays here. */
function toForm(values: FormValues, file: Blob): FormData {
  const form = new FormData();
  for (const [name, value] of encodeForm(values)) form.append(name, value);
  form.append('file', file, 'file');
  return form;
}

function post(
  { session, scheme, language, timers = realTimers }: FileSender,
  url: string,
  form: FormData,
  { signal, onProgress }: Sending,
): Promise<WireAnswer> {
  const access = session.tokens()?.access;
  return new Promise<WireAnswer>((resolve, reject) => {
    const request = new XMLHttpRequest();
    let stopTimer = () => {};
    const end = () => {
      stopTimer();
      signal.removeEventListener('abort', abort);
    };
    const fail = () => {
      end();
      request.abort();
      reject(new NetworkFailure('The file did not arrive.'));
    };
    const wait = (milliseconds: number) => {
      stopTimer();
      stopTimer = timers.after(milliseconds, fail);
    };
    function abort(): void {
      end();
      request.abort();
      reject(new DOMException('The upload was given up.', 'AbortError'));
    }
    request.upload.addEventListener('progress', ({ loaded, total }) => {
      wait(stallTimeout);
      onProgress(total > 0 ? loaded / total : 0);
    });
    request.upload.addEventListener('load', () => wait(judgeTimeout));
    request.addEventListener('error', fail);
    request.addEventListener('load', () => {
      end();
      resolve({ status: request.status, body: readJson(request.responseText) });
    });
    signal.addEventListener('abort', abort);
    request.open('POST', url);
    request.setRequestHeader('X-Requested-With', 'XMLHttpRequest');
    request.setRequestHeader('Accept-Language', language);
    if (access !== undefined) request.setRequestHeader('X-Authorization', `${scheme ?? 'Bearer'} ${access}`);
    wait(stallTimeout);
    request.send(form);
  });
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isJson(value: unknown): value is Json {
  return value !== undefined;
}
