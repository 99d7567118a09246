import { type FormValues, encodeForm } from '@causeway/contract/wire/encode-form';
import { realTimers, type Timers } from '../timing/timers.ts';
import type { WireAnswer } from './send-request.ts';
import { NetworkFailure } from './network-failure.ts';
import type { Json } from '@causeway/contract/wire/convert-keys';
import type { Session } from '../session/session.ts';

/** The name of a file may say more than its picture, and stays here. */
export function toForm(values: FormValues, file: Blob): FormData {
  const form = new FormData();
  for (const [name, value] of encodeForm(values)) form.append(name, value);
  form.append('file', file, 'file');
  return form;
}

export function post(
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

export function isJson(value: unknown): value is Json {
  return value !== undefined;
}

/** Milliseconds without a further byte after which the connection counts as broken. */
export const stallTimeout = 20_000;
/** Milliseconds for which the server may look at a file that it has. */
export const judgeTimeout = 60_000;

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
