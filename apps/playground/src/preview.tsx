import { type CausewayEvent, EVENT_NAMES, load } from '@causeway/sdk';
import { useEffect, useRef, useState } from 'react';
import { type Choices, chosen } from './choices.ts';
import { kebab } from './code/write-element.ts';
import { type Heard, most, Events } from './events.tsx';

const widths = { Phone: '380px', Tablet: '640px', Full: '100%' } as const;
type Width = keyof typeof widths;

/** The running widget as the server of this page gives it to partners, and what it reports. */
export function Preview({ choices }: { choices: Choices }) {
  const [width, setWidth] = useState<Width>('Phone');
  const [heard, setHeard] = useState<readonly Heard[]>([]);
  const report = (event: CausewayEvent, detail: string) =>
    setHeard((before) => [{ number: (before[0]?.number ?? 0) + 1, event, detail }, ...before].slice(0, most));
  const { partnerKey = '' } = choices;
  return (
    <section className="preview" aria-labelledby="preview">
      <div className="bar">
        <h2 id="preview">Widget</h2>
        <fieldset>
          <legend>Width</legend>
          {Object.keys(widths)
            .filter((one): one is Width => one in widths)
            .map((one) => (
              <label key={one}>
                <input type="radio" name="width" checked={one === width} onChange={() => setWidth(one)} />
                {one}
              </label>
            ))}
        </fieldset>
      </div>
      <div className="stage" style={{ maxInlineSize: widths[width] }}>
        {partnerKey.startsWith('pk_') ? (
          <Widget choices={choices} onEvent={report} />
        ) : (
          <p>Enter your partner key, pk_…, and the widget appears here.</p>
        )}
      </div>
      <Events heard={heard} onClear={() => setHeard([])} />
    </section>
  );
}

interface WidgetProps {
  choices: Choices;
  onEvent: (event: CausewayEvent, detail: string) => void;
}

/** Options that a running element cannot change: a changed one creates a new element. */
const fixed = ['partnerKey', 'display', 'needs'] as const;

function Widget({ choices, onEvent }: WidgetProps) {
  const place = useRef<HTMLDivElement>(null);
  const latest = useRef({ choices, onEvent });
  latest.current = { choices, onEvent };
  const identity = fixed.map((name) => choices[name] ?? '').join('|');
  useEffect(() => {
    let element: HTMLElement | undefined;
    let isOver = false;
    void load({ origin: location.origin }).then(
      () => {
        if (isOver) return;
        element = createElement(latest.current.choices, (event, detail) => latest.current.onEvent(event, detail));
        place.current?.append(element);
      },
      (error: unknown) => latest.current.onEvent('error', String(error)),
    );
    return () => {
      isOver = true;
      element?.remove();
    };
  }, [identity]);
  useEffect(() => {
    const element = place.current?.querySelector('causeway-widget');
    if (element) setAttributes(element, choices);
  }, [choices]);
  return <div ref={place} />;
}

function createElement(choices: Choices, onEvent: WidgetProps['onEvent']): HTMLElement {
  const element = document.createElement('causeway-widget');
  for (const event of EVENT_NAMES)
    element.addEventListener(event, (message: Event) => {
      if (message instanceof CustomEvent) onEvent(event, describe(message.detail));
      // The page stays, with the address in the list.
      if (event === 'redirect') message.preventDefault();
    });
  setAttributes(element, choices);
  if ((choices.display ?? 'inline') !== 'inline')
    element.append(Object.assign(document.createElement('button'), { type: 'button', textContent: 'Buy crypto' }));
  return element;
}

function setAttributes(element: Element, choices: Choices): void {
  const wanted = new Map(chosen(choices).map(([name, value]) => [kebab(name), value]));
  // The doctor's findings stand over the page.
  wanted.set('debug', '');
  for (const name of element.getAttributeNames())
    if (!wanted.has(name) && name !== 'style') element.removeAttribute(name);
  for (const [name, value] of wanted) if (element.getAttribute(name) !== value) element.setAttribute(name, value);
}

const describe = (detail: unknown): string => (detail instanceof Error ? detail.message : JSON.stringify(detail));
