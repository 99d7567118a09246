import { useEffect, useState } from 'react';
import { CodePanel } from './code/code-panel.tsx';
import type { OptionName } from './option-fields.ts';
import { type Choices, readShared, writeShared } from './choices.ts';
import { OptionPanel } from './option-panel.tsx';
import { Preview } from './preview.tsx';
import { copyText } from './copy-text.ts';

const beginning: Choices = { partnerKey: '', payinCurrency: 'EUR', payinAmount: '250', payoutCurrency: 'BTC' };

/** Every option of the widget beside the running widget, its events, and the code that puts it on a page. */
export function Playground() {
  const [choices, setChoices] = useState<Choices>(() => ({ ...beginning, ...readShared(location.search) }));
  const settled = useSettled(choices);
  useEffect(() => history.replaceState(null, '', `?${writeShared(settled)}`), [settled]);
  const change = (name: OptionName, value: string) => setChoices((before) => ({ ...before, [name]: value }));
  return (
    <>
      <header className="head">
        <h1>Playground</h1>
        <p>
          Every option beside the running widget. What is paid here is paid: use the key and the cards of a test
          installation to try orders.
        </p>
        <nav aria-label="More for partners">
          <a href="/manual/embedding.md">Manual</a>
          <a href="/manual/test-data.md">Test data</a>
          <a href="/embed-doctor">Embed doctor</a>
          <a href="/docs">API</a>
          <ShareButton choices={settled} />
        </nav>
      </header>
      <main>
        <OptionPanel choices={choices} onChange={change} />
        <Preview choices={settled} />
        <CodePanel choices={settled} />
      </main>
    </>
  );
}

/** The value once it has not changed for a moment, so that not every key reloads the widget. */
function useSettled(value: Choices): Choices {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), 400);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}

function ShareButton({ choices }: { choices: Choices }) {
  const [said, setSaid] = useState('');
  const share = async () => {
    const isCopied = await copyText(`${location.origin}/playground?${writeShared(choices)}`);
    setSaid(isCopied ? 'Link copied' : 'Copy the address of this page');
  };
  return (
    <span>
      <button type="button" onClick={() => void share()}>
        Copy link to this
      </button>
      <span role="status">{said}</span>
    </span>
  );
}
