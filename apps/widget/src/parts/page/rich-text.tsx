import { createElement, Fragment, type ReactNode } from 'react';
import { isMarkup, readMarkup, type MarkupNode } from '../../lib/markup/read-markup.ts';

const outside = { target: '_blank', rel: 'noopener noreferrer nofollow' };

function draw(node: MarkupNode): ReactNode {
  if (typeof node === 'string') return node;
  const { tag, href, children } = node;
  if (tag === 'br') return <br />;
  const inside = children.map(draw);
  if (tag !== 'a') return createElement(tag, null, ...inside);
  return href === undefined
    ? createElement(Fragment, null, ...inside)
    : createElement('a', { ...outside, href }, ...inside);
}

/** A text of a partner or operator, with the little markup it may have (5-36, A-135). */
export function RichText({ children }: { children: string }) {
  return isMarkup(children) ? createElement(Fragment, null, ...readMarkup(children).map(draw)) : children;
}
