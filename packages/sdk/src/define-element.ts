import { CausewayError } from './causeway-error.ts';
import type { CausewayHandle, MountAny } from './create-mount.ts';
import { EVENT_NAMES, type CausewayEvent, type CausewayEvents } from './events.ts';
import type { CausewayOptions } from './options.ts';
import { TEXT_OPTIONS } from './option-names.ts';
import { lowerCase } from './widget-address.ts';

/**
 * The element `<causeway-widget>`: options are attributes in kebab case, events are DOM events with a `detail`. A
 * script right behind the element hears all that comes from the frame; an `error` about an option may be earlier, and
 * is in the console.
 */
export interface CausewayElement extends HTMLElement {
  /** The widget inside; undefined while the element is not on a page or an option is wrong. */
  readonly widget: CausewayHandle | undefined;
  /** Whether `ready` has been, for a listener that may come after it; undefined before the element was on a page. */
  readonly isReady: boolean | undefined;
  addEventListener<E extends CausewayEvent>(event: E, listener: ElementListener<E>, how?: ListenerOptions): void;
  addEventListener(event: string, listener: EventListenerOrEventListenerObject, how?: ListenerOptions): void;
  removeEventListener<E extends CausewayEvent>(event: E, listener: ElementListener<E>, how?: ListenerOptions): void;
  removeEventListener(event: string, listener: EventListenerOrEventListenerObject, how?: ListenerOptions): void;
}

/** A listener of the element: what a widget's listener receives is the `detail`. */
export type ElementListener<E extends CausewayEvent> = (event: CustomEvent<CausewayEvents[E]>) => void;
type ListenerOptions = boolean | AddEventListenerOptions;

/** A name in kebab case, as attributes are written. */
type Kebab<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `-${Lowercase<First>}`}${Kebab<Rest>}`
  : '';

/** The attributes of `<causeway-widget>`, for templates that check them. */
export type CausewayAttributes = {
  [Name in Exclude<(typeof TEXT_OPTIONS)[number], 'attributes'> as Kebab<Name>]?: string | boolean | undefined;
};

declare global {
  interface HTMLElementTagNameMap {
    'causeway-widget': CausewayElement;
  }
}

const attributeOf = (name: keyof CausewayOptions) => lowerCase(name, '-');

function elementClass(mount: MountAny, defaultOrigin: string) {
  return class extends HTMLElement implements CausewayElement {
    static readonly observedAttributes = TEXT_OPTIONS.map(attributeOf);
    widget: CausewayHandle | undefined;
    isReady: boolean | undefined;

    connectedCallback(): void {
      this.style.display ||= 'block';
      this.isReady = false;
      this.follow();
    }

    disconnectedCallback(): void {
      this.widget?.unmount();
      this.widget = undefined;
    }

    attributeChangedCallback(): void {
      // Several attributes set one after another are one change: the first turn finds all, the others none.
      if (this.isReady !== undefined) queueMicrotask(() => this.isConnected && this.follow());
    }

    /** Applies the attributes to the widget. */
    private follow(): void {
      // An event has a default action, which a listener stops with preventDefault().
      const dispatch = (name: CausewayEvent, detail: object) => {
        this.isReady ||= name === 'ready';
        if (!this.dispatchEvent(new CustomEvent(name, { detail, cancelable: true }))) return;
        if (name === 'error') console.error(detail);
        if ('url' in detail) location.assign(String(detail.url));
      };
      const options = Object.fromEntries(
        TEXT_OPTIONS.map((name) => [name, this.getAttribute(attributeOf(name)) ?? undefined]),
      );
      options['attributes'] = this.getAttributeNames().join();
      options['origin'] ??= defaultOrigin;
      try {
        if (this.widget) return this.widget.update(options);
        const widget = (this.widget = mount(this, options));
        for (const name of EVENT_NAMES) widget.on(name, (detail) => dispatch(name, detail));
      } catch (error) {
        if (!(error instanceof CausewayError)) throw error;
        dispatch('error', error);
      }
    }
  };
}

/**
 * Defines `<causeway-widget>`, once.
 *
 * @param mount puts the widget into the element
 * @param defaultOrigin where Causeway runs when the element has no `origin` attribute
 */
export function defineElement(mount: MountAny, defaultOrigin = ''): void {
  if (!customElements.get('causeway-widget'))
    customElements.define('causeway-widget', elementClass(mount, defaultOrigin));
}
