import { sendUploadPartEndpoint } from '@causeway/contract/endpoints/send-upload-part.generated';
import { uploadDocumentEndpoint } from '@causeway/contract/endpoints/upload-document.generated';
import { uploadPart } from '@causeway/domain/verification/documents';
import { NetworkFailure } from '../../../lib/api/network-failure.ts';
import { sendFile } from '../../../lib/api/send-file.ts';
import type { FileSender, Sending } from '../../../lib/api/post-file.ts';
import { ServerFailure } from '../../../lib/api/server-failure.ts';
import { realTimers } from '../../../lib/timing/timers.ts';

/** What a file is sent for. */
type About = Omit<
  NonNullable<Parameters<NonNullable<(typeof uploadDocumentEndpoint)['send']>>[0]>,
  'upload' | 'offset'
>;

/** How much of a file the server has. */
interface Begun {
  upload: string;
  received: number;
}

/** Milliseconds before a part is sent again over a connection that broke; then a person decides. */
const waits = [500, 1000, 2000, 4000];
/** How far files are, for as long as the page holds them: what is sent again goes on from there. */
const begun = new WeakMap<Blob, Begun>();

/**
 * Sends a file for a wizard; a large one in parts, so that a slow network which breaks loses no more than one of them.
 * Throws as `sendFile` does.
 */
export async function sendInParts(sender: FileSender, about: About, sending: Sending) {
  const { file } = sending;
  for (let isAgain = false; ; isAgain = true) {
    try {
      const whole = await sendParts(sender, about, sending);
      const { upload, received } = whole ?? { upload: undefined, received: 0 };
      const answer = await sendFile(
        sender,
        uploadDocumentEndpoint,
        { ...about, ...(upload && { upload, offset: String(received) }) },
        {
          ...sending,
          file: file.slice(received),
          onProgress: (share) => sending.onProgress((received + share * (file.size - received)) / file.size),
        },
      );
      begun.delete(file);
      return answer;
    } catch (failure) {
      // The server keeps parts for an hour: what is gone is sent from its beginning.
      const isGone = failure instanceof ServerFailure && failure.status === 404 && begun.delete(file);
      if (!isGone || isAgain) throw failure;
    }
  }
}

/** @returns how much has arrived; nothing where the whole goes at once */
async function sendParts(sender: FileSender, about: About, sending: Sending): Promise<Begun | undefined> {
  const { file, signal, onProgress } = sending;
  let at = begun.get(file);
  for (let tries = 0; file.size - (at?.received ?? 0) > uploadPart;) {
    const { upload, received: offset } = at ?? { upload: undefined, received: 0 };
    const part = {
      file: file.slice(offset, offset + uploadPart),
      signal,
      onProgress: (share: number) => onProgress((offset + share * uploadPart) / file.size),
    };
    try {
      const fields = { ...about, ...(upload !== undefined && { upload }), offset: String(offset) };
      at = await sendFile(sender, sendUploadPartEndpoint, fields, part);
      begun.set(file, at);
      tries = 0;
    } catch (failure) {
      const isBusy = failure instanceof ServerFailure && failure.status === 503;
      // Where no more files may come in parts one comes at once.
      if (isBusy && at === undefined) return undefined;
      const wait = waits[tries];
      if (wait === undefined || !(isBusy || failure instanceof NetworkFailure)) throw failure;
      tries += 1;
      await pause(wait, sender, signal);
    }
  }
  return at;
}

function pause(milliseconds: number, { timers = realTimers }: FileSender, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = timers.after(milliseconds, () => {
      signal.removeEventListener('abort', abort);
      resolve();
    });
    function abort(): void {
      stop();
      reject(new DOMException('The upload was given up.', 'AbortError'));
    }
    signal.addEventListener('abort', abort, { once: true });
  });
}
