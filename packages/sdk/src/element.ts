import { defineElement } from './define-element.ts';
import { mountAny } from './mount.ts';

export type { CausewayElement } from './define-element.ts';

// On a server there are no elements to define.
if (typeof customElements !== 'undefined') defineElement(mountAny);
