import { FakeTarget, FakeWindow } from '@causeway/bridge/testing/fake-window';
import { vi } from 'vitest';

class FakeElement {
  tagName: string;
  children: FakeElement[] = [];
  parent: FakeElement | undefined;
  previousElementSibling: FakeElement | null = null;
  style: Record<string, string> = {};
  src = '';
  title = '';
  allow = '';
  referrerPolicy = '';
  crossOrigin: string | null = null;
  integrity = '';
  contentWindow = new FakeTarget();
  private listeners = new Map<string, () => void>();

  constructor(tagName: string) {
    this.tagName = tagName;
  }

  append(child: FakeElement): void {
    child.parent = this;
    this.children.push(child);
  }

  remove(): void {
    if (this.parent) this.parent.children = this.parent.children.filter((child) => child !== this);
    this.parent = undefined;
  }

  addEventListener(event: string, listener: () => void): void {
    this.listeners.set(event, listener);
  }

  removeEventListener(event: string): void {
    this.listeners.delete(event);
  }

  /** Lets an event come: `load` and `error` of a script, or a click. */
  fire(event: string): void {
    this.listeners.get(event)?.();
  }
}

class FakeFrame extends FakeElement {
  /** Each time `src` is set, the same address too, the frame opens it. */
  readonly loads: string[] = [];

  constructor() {
    super('iframe');
    const { loads } = this;
    Object.defineProperty(this, 'src', {
      get: () => loads.at(-1) ?? '',
      set: (address: string) => {
        loads.push(address);
      },
    });
  }
}

class PageWindow extends FakeWindow {
  Causeway: unknown;
}

/** As much of a partner's page as mount() and load() touch, in the globals until the test ends. */
export function fakePage() {
  const window = new PageWindow();
  const box = new FakeElement('div');
  const head = new FakeElement('head');
  const visited: string[] = [];
  vi.stubGlobal('Element', FakeElement);
  vi.stubGlobal('HTMLIFrameElement', FakeFrame);
  vi.stubGlobal('window', window);
  vi.stubGlobal('location', { origin: 'https://shop.example', assign: (url: string) => visited.push(url) });
  vi.stubGlobal('reportError', vi.fn());
  vi.stubGlobal('document', {
    head,
    createElement: (tagName: string) => (tagName === 'iframe' ? new FakeFrame() : new FakeElement(tagName)),
    querySelector: (selector: string) => (selector === '#pay' ? box : null),
  });
  /** Puts a frame before the box, as the page's own HTML does; `loads` are the addresses that it opens. */
  const write = (address: string) => {
    const iframe = new FakeFrame();
    iframe.src = address;
    box.previousElementSibling = iframe;
    return { iframe, loads: iframe.loads };
  };
  const frame = () => {
    const iframe = box.children[0] ?? box.previousElementSibling;
    if (!iframe) throw new Error('Expected a frame in the box, but there is none.');
    return iframe;
  };
  const say = (event: string, payload: unknown, session = 's1', origin = 'https://pay.example') =>
    window.dispatch({ data: { causeway: 1, event, payload, session }, origin, source: frame().contentWindow });
  const shakeHands = (session = 's1') => say('ready', { versions: [1], session }, session);
  return { window, box, head, visited, write, frame, say, shakeHands };
}
