import { CausewayError } from './causeway-error.ts';

/** Attributes of a script element. */
export interface ScriptAttributes {
  src: string;
  /** Hash for subresource integrity; empty to take what comes. */
  integrity: string;
  /** The page's own, where its content policy asks for one. */
  nonce?: string | undefined;
  crossOrigin: 'anonymous';
}

/** Adds a script to the page and gives what `found` finds once it ran; a script that fails is taken off again. */
export function addScript<T>(attributes: ScriptAttributes, found: () => T | undefined): Promise<T> {
  return new Promise((resolve, reject) => {
    const script = Object.assign(document.createElement('script'), attributes);
    const fail = () => {
      script.remove();
      reject(
        new CausewayError(
          `${attributes.src} did not load. Is the address right, and does the page's content policy allow it?`,
        ),
      );
    };
    script.addEventListener('load', () => {
      const value = found();
      if (value) resolve(value);
      else fail();
    });
    script.addEventListener('error', fail);
    document.head.append(script);
  });
}
