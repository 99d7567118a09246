import { defineElement } from './define-element.ts';
import { mountAny } from './mount.ts';

export type { CausewayAttributes, CausewayElement, ElementListener } from './define-element.ts';

// On a server there are no elements to define.
if (typeof customElements !== 'undefined') defineElement(mountAny);
