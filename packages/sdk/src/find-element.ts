import { unexpected } from './causeway-error.ts';

/** The element, or the one that the selector finds. */
export function findElement(target: unknown): Element {
  const element = typeof target === 'string' ? document.querySelector(target) : target;
  if (element instanceof Element) return element;
  throw unexpected('target', 'an element', target);
}
