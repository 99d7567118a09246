import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { describe, expect, test } from 'vitest';
import { readText } from '@causeway/bridge/native/read-text';
import { callReaders, eventReaders, noticeReaders } from '@causeway/bridge/native/readers';
import { servePage } from '@causeway/bridge/native/serve-page';
import { compileSnippets } from '@causeway/testing/compile-snippets';

const root = join(import.meta.dirname, '../../..');
const manual = readFileSync(join(root, 'docs/native.md'), 'utf8');
const snippet = (language: string) =>
  new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$`, 'm').exec(manual)?.[1] ?? '';
const quoted = (text: string) => [...text.matchAll(/`([\w-]+)`/g)].map(([, name = '']) => name);
const sorted = (names: Iterable<string>) => [...names].toSorted();

/** Names of a line such as **Events**: `back-pressed`, `back-taken` (`offer`), without the text in brackets. */
const listed = (title: string) =>
  quoted((new RegExp(`\\*\\*${title}\\*\\*: (.*?)\\.$`, 'ms').exec(manual)?.[1] ?? '').replaceAll(/\([^)]*\)/g, ''));

describe('4.13-05 the manual for apps names what the protocol has', () => {
  test('every call, event and message, and nothing else', () => {
    const calls = manual.slice(manual.indexOf('## Calls'), manual.indexOf('**Events**'));
    const rows = [...calls.matchAll(/^\| `([\w-]+)` \|/gm)].map(([, name = '']) => name);
    expect(sorted(rows)).toEqual(sorted(Object.keys(callReaders)));
    expect(sorted(listed('Events'))).toEqual(sorted(Object.keys(eventReaders)));
    expect(sorted(listed('Notices'))).toEqual(sorted(Object.keys(noticeReaders)));
  });

  test('every text that it shows is one that is read', () => {
    const texts = [...manual.matchAll(/\| (page|app) \| `(\{.*?\})` \|/g)].map(([, from = '', text = '']) => ({
      from,
      envelope: readText(text.replace('"url":"…"', '"url":"https://pay.example/terms"')),
    }));
    expect(texts).toHaveLength(5);
    for (const { from, envelope } of texts) {
      const { name, notice, event, payload, id } = envelope ?? {};
      if (typeof name === 'string') expect(Reflect.get(callReaders, name)(payload), name).toBeDefined();
      else if (typeof notice === 'string') expect(Reflect.get(noticeReaders, notice)(payload), notice).toBeDefined();
      else if (typeof event === 'string') expect(Reflect.get(eventReaders, event)(payload), event).toBeDefined();
      else expect([from, id]).toEqual(['app', 7]);
    }
  });
});

/** How each kind of app puts the object into the page, as written in the manual, and what carries its texts there. */
const scripts = [
  {
    kind: 'kotlin',
    script: () => /addDocumentStartJavaScript\(webView,\s*"(.*)", product\)/.exec(snippet('kotlin'))?.[1],
    // Android checks the origin itself: the list is the third parameter.
    checksOrigin: false,
    carrier: (sent: string[]) => ({ [nameIn('kotlin', /addWebMessageListener\(webView, "(\w+)"/)]: post(sent) }),
  },
  {
    kind: 'swift',
    script: () => /source: """\n([\s\S]*?)"""/.exec(snippet('swift'))?.[1],
    checksOrigin: true,
    carrier: (sent: string[]) => ({
      webkit: { messageHandlers: { [nameIn('swift', /controller\.add\(self, name: "(\w+)"\)/)]: post(sent) } },
    }),
  },
  {
    kind: 'tsx',
    script: () =>
      /const script = `([\s\S]*?)`;/.exec(snippet('tsx'))?.[1]?.replace('${product}', 'https://pay.example'),
    checksOrigin: true,
    carrier: (sent: string[]) => ({ ReactNativeWebView: post(sent) }),
  },
];
const post = (sent: string[]) => ({ postMessage: (text: string) => void sent.push(text) });
const nameIn = (language: string, pattern: RegExp) => pattern.exec(snippet(language))?.[1] ?? 'no name';

describe.each(scripts)('the script for $kind', ({ kind, script, checksOrigin, carrier }) => {
  function run({ origin = 'https://pay.example', isFramed = false } = {}) {
    const sent: string[] = [];
    const page: Record<string, unknown> = { ...carrier(sent) };
    page['window'] = page;
    page['top'] = isFramed ? {} : page;
    page['location'] = { origin };
    const code = script();
    if (code === undefined) throw new Error(`The manual has no script for ${kind}.`);
    runInNewContext(code, page);
    return { shell: page['causewayShell'], sent };
  }

  test('puts the object into the page, and its texts arrive', () => {
    const { shell, sent } = run();
    if (typeof shell !== 'object' || shell === null) throw new Error('There is no object.');
    Reflect.apply(Reflect.get(shell, 'postMessage'), shell, ['{"causeway":1}']);
    expect(sent).toEqual(['{"causeway":1}']);
  });

  test('is for the product’s own page alone', () => {
    if (checksOrigin) expect(run({ origin: 'https://pay.example.evil' }).shell).toBeUndefined();
    else expect(snippet(kind)).toContain('setOf("https://pay.example")');
    // iOS runs it in the main frame only.
    if (kind === 'swift') expect(snippet(kind)).toContain('forMainFrameOnly: true');
    else expect(run({ isFramed: true }).shell).toBeUndefined();
  });

  test('an answer is handed over by the name that the page listens to', () => {
    expect(snippet(kind)).toContain('window.causewayPage?.receive(');
  });
});

test('a call of the manual is answered by servePage', async () => {
  const answers: unknown[] = [];
  const shell = servePage({
    handlers: { 'push-token-get': () => ({ token: 'push' }) },
    send: (text) => answers.push(JSON.parse(text)),
  });
  shell.receive('{"causeway":1,"id":7,"name":"push-token-get","payload":{}}');
  await Promise.resolve();
  await new Promise((resolve) => setTimeout(resolve));
  expect(answers).toEqual([{ causeway: 1, id: 7, result: { token: 'push' } }]);
});

/**
 * What the example imports, by the names of react-native-webview 16. Its own package would bring all of React Native.
 */
const outside = `declare module 'react-native' { export const Linking: { openURL(url: string): Promise<unknown> } }
declare module 'react-native-webview' {
  import { Component } from 'react';
  export class WebView extends Component<{
    source?: { uri: string }; originWhitelist?: string[]; domStorageEnabled?: boolean; paymentRequestEnabled?: boolean;
    setSupportMultipleWindows?: boolean; allowsInlineMediaPlayback?: boolean;
    mediaCapturePermissionGrantType?: 'prompt' | 'deny' | 'grant' | 'grantIfSameHostElsePrompt' | 'grantIfSameHostElseDeny';
    injectedJavaScriptBeforeContentLoaded?: string; injectedJavaScriptForMainFrameOnly?: boolean;
    onMessage?: (event: { nativeEvent: { url: string; data: string } }) => void;
  }> { injectJavaScript: (script: string) => void }
}`;

test('the example for React Native is one that the compiler accepts', () => {
  expect(compileSnippets({ 'example.tsx': snippet('tsx'), 'outside.d.ts': outside })).toBe('');
}, 60_000);
