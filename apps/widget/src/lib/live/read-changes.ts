import { followChangesEndpoint } from '@causeway/contract/endpoints/follow-changes.generated';
import { type StreamMessage, clientChanges } from '@causeway/contract/shapes/client-change';
import type { Session } from '../session/session.ts';

/** How one stream ended: `refused` with the seconds to wait, where the server named them. */
export type StreamEnd = { name: 'over' | 'broken' | 'expired' } | { name: 'refused'; seconds: number };

interface Reading {
  fetch: typeof globalThis.fetch;
  session: Pick<Session, 'tokens'>;
  language: string;
  signal: AbortSignal;
  /** Given each word, and `beat` for a sign of life. */
  onEvent: (event: StreamMessage | 'beat') => void;
}

/** C-75: reads one stream to its end. The token goes in the header of every call, never in the URL. */
export async function readChanges({ fetch, session, language, signal, onEvent }: Reading): Promise<StreamEnd> {
  try {
    const response = await fetch(followChangesEndpoint.path, {
      signal,
      cache: 'no-store',
      headers: {
        Accept: 'text/event-stream',
        'X-Requested-With': 'XMLHttpRequest',
        'Accept-Language': language,
        'X-Authorization': `Bearer ${session.tokens()?.access ?? ''}`,
      },
    });
    if (response.status === 401) return { name: 'over' };
    if (response.status === 403 || response.status === 405) return { name: 'expired' };
    if (response.status !== 200 || !response.body)
      return { name: 'refused', seconds: Number(response.headers.get('retry-after')) || 0 };
    return await readMessages(response.body, onEvent);
  } catch {
    return { name: 'broken' };
  }
}

const events: readonly string[] = ['open', 'over', ...clientChanges];
const isMessage = (text: string): text is StreamMessage => events.includes(text);

async function readMessages(body: ReadableStream<Uint8Array>, onEvent: Reading['onEvent']): Promise<StreamEnd> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return { name: 'broken' };
    onEvent('beat');
    const lines = (rest + decoder.decode(value, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      const event = line.startsWith('data: ') ? line.slice('data: '.length) : '';
      if (event === 'over') return { name: 'over' };
      // A later server may have words that this page does not know.
      if (isMessage(event)) onEvent(event);
    }
  }
}
