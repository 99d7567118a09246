import { defineElement } from './define-element.ts';

export type { CausewayElement } from './define-element.ts';

defineElement();
