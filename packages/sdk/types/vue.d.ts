import type { CausewayAttributes } from '../dist/define-element.d.ts';

declare module 'vue' {
  interface GlobalComponents {
    'causeway-widget': new () => { $props: CausewayAttributes };
  }
}
