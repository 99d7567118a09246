import type { AppParts } from './app-parts.ts';
import { openOutside } from '../platform/open-outside.ts';
import { linkTarget } from './link-target.ts';

/** Links of texts open what they mean inside the widget, and other pages outside of it; answers with what ends it. */
export function followLinks({ router, flow, runtime }: Pick<AppParts, 'router' | 'flow' | 'runtime'>): () => void {
  function follow(event: MouseEvent): void {
    const link = event.target instanceof Element ? event.target.closest('a[href]') : null;
    if (!(link instanceof HTMLAnchorElement) || event.defaultPrevented || event.button !== 0) return;
    const target = linkTarget(link.href, location.origin);
    if (target === undefined) return;
    if (target === 'outside' && runtime.native.getState().app) {
      event.preventDefault();
      return openOutside(runtime.native, link.href);
    }
    if (target === 'outside') {
      link.target = '_blank';
      link.relList.add('noopener');
      return;
    }
    event.preventDefault();
    if (target === 'faq') return router.navigate('faq');
    // What the page was asked with stays in its address.
    if (router.current().name !== 'order-stepper') router.navigate('order-stepper');
    flow.open(target === 'register' ? 'auth' : 'verification');
  }
  document.addEventListener('click', follow);
  return () => document.removeEventListener('click', follow);
}
