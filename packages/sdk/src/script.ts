import { defineElement } from './define-element.ts';
import { mount } from './mount.ts';

/** What the script tag puts on `window.Causeway`. */
export interface CausewayScript {
  mount: typeof mount;
}

declare global {
  interface Window {
    Causeway?: CausewayScript | undefined;
  }
}

const { currentScript } = document;
defineElement(currentScript instanceof HTMLScriptElement ? new URL(currentScript.src).origin : '');
window.Causeway = { mount };
