import { afterEach, describe, expect, test, vi } from 'vitest';
import { sendFile } from '../api/send-file.ts';
import { memoryStore } from '../session/memory-store.ts';
import { createSession } from '../session/session.ts';
import { fetchFile } from './fetch-file.ts';

afterEach(() => void vi.unstubAllGlobals());

function setUp(meanwhile: (session: ReturnType<typeof createSession>) => void) {
  const session = createSession(memoryStore());
  session.set({ access: 'a1', refresh: 'r1' });
  const sender = { session, language: 'en', renew: () => Promise.resolve() };
  class Refused extends EventTarget {
    status = 401;
    responseText = '{}';
    upload = new EventTarget();
    open() {}
    setRequestHeader() {}
    abort() {}
    send() {
      meanwhile(session);
      this.dispatchEvent(new Event('load'));
    }
  }
  vi.stubGlobal('XMLHttpRequest', Refused);
  vi.stubGlobal('fetch', async () => {
    meanwhile(session);
    return new Response('{}', { status: 401 });
  });
  return { session, sender };
}

const upload = (sender: Parameters<typeof sendFile>[0]) =>
  sendFile(
    sender,
    { method: 'POST', path: '/file', keys: [] },
    {},
    { file: new Blob(['picture']), signal: new AbortController().signal, onProgress: () => undefined },
  );
const download = (sender: Parameters<typeof fetchFile>[0]) => fetchFile(sender, { path: '/file' });

describe.each([
  ['sent', upload],
  ['fetched', download],
])('4.11-03, 8-23 a file that is %s', (_how, move) => {
  test('for a session that is over ends it', async () => {
    const { session, sender } = setUp(() => undefined);
    await expect(move(sender)).rejects.toMatchObject({ status: 401 });
    expect(session.tokens()).toBeUndefined();
  });
  test('for a session that a new password has ended leaves the one that it brought', async () => {
    const { session, sender } = setUp((own) => own.set({ access: 'a2', refresh: 'r2' }));
    await expect(move(sender)).rejects.toMatchObject({ status: 401 });
    expect(session.tokens()?.access).toBe('a2');
  });
});
