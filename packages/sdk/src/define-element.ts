import { assertOptions, type GivenOptions } from './assert-options.ts';
import { CausewayError } from './causeway-error.ts';
import { EVENT_NAMES, type CausewayEvent } from './events.ts';
import { mount, type CausewayHandle } from './mount.ts';
import { QUERY_OPTIONS, type CausewayOptions } from './options.ts';

/**
 * The element `<causeway-widget>`: options are attributes in kebab case, events are DOM events with a `detail`. Load the
 * script with `defer`, so that listeners of earlier scripts are there before the first event.
 */
export interface CausewayElement extends HTMLElement {
  /** The widget inside; undefined while the element is not on a page or an option is wrong. */
  readonly widget: CausewayHandle | undefined;
}

type OptionName = keyof CausewayOptions;

const ATTRIBUTES = ['origin', 'title', ...QUERY_OPTIONS] as const satisfies OptionName[];
const attributeOf = (name: OptionName) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

function elementClass(defaultOrigin: string) {
  return class extends HTMLElement implements CausewayElement {
    static readonly observedAttributes = ATTRIBUTES.map(attributeOf);
    widget: CausewayHandle | undefined;
    private changed = false;

    connectedCallback(): void {
      if (!this.style.display) this.style.display = 'block';
      this.attempt(() => this.start());
    }

    disconnectedCallback(): void {
      this.widget?.unmount();
      this.widget = undefined;
    }

    attributeChangedCallback(): void {
      if (this.changed || !this.isConnected) return;
      this.changed = true;
      // Several attributes set one after another are one change.
      queueMicrotask(() => {
        this.changed = false;
        if (this.isConnected) this.attempt(() => this.change());
      });
    }

    private start(): void {
      const options = this.read();
      assertOptions(options);
      const widget = mount(this, options);
      this.widget = widget;
      const tell = (name: CausewayEvent, detail: unknown) =>
        this.dispatchEvent(new CustomEvent(name, { detail, cancelable: true }));
      for (const name of EVENT_NAMES) {
        if (name !== 'redirect' && name !== 'error') widget.on(name, (detail) => tell(name, detail));
      }
      // Both have a default action, which a listener stops with preventDefault().
      widget.on('redirect', (detail) => tell('redirect', detail) && location.assign(detail.url));
      widget.on('error', (error) => tell('error', error) && console.error(error));
    }

    private change(): void {
      if (!this.widget) return this.start();
      const options = this.read();
      assertOptions(options);
      this.widget.update(options);
    }

    private read(): GivenOptions {
      const options: Record<string, string | undefined> = {};
      for (const name of ATTRIBUTES) options[name] = this.getAttribute(attributeOf(name)) ?? undefined;
      return { ...options, origin: options['origin'] ?? defaultOrigin };
    }

    private attempt(act: () => void): void {
      try {
        act();
      } catch (error) {
        if (!(error instanceof CausewayError)) throw error;
        if (this.dispatchEvent(new CustomEvent('error', { detail: error, cancelable: true }))) console.error(error);
      }
    }
  };
}

/**
 * Defines `<causeway-widget>`, once. Does nothing on a server.
 *
 * @param defaultOrigin where Causeway runs when the element has no `origin` attribute
 */
export function defineElement(defaultOrigin = ''): void {
  if (typeof customElements === 'undefined' || customElements.get('causeway-widget')) return;
  customElements.define('causeway-widget', elementClass(defaultOrigin));
}
