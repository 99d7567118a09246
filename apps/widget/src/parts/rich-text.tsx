import { Fragment, type ReactNode } from 'react';
import { isMarkup, readMarkup, type MarkupNode } from '../lib/markup/read-markup.ts';

function draw(nodes: readonly MarkupNode[]): ReactNode {
  return nodes.map((node, at) => {
    if (typeof node === 'string') return <Fragment key={at}>{node}</Fragment>;
    const { tag: Tag, href, children } = node;
    if (Tag === 'br') return <br key={at} />;
    if (Tag !== 'a') return <Tag key={at}>{draw(children)}</Tag>;
    if (href === undefined) return <Fragment key={at}>{draw(children)}</Fragment>;
    return (
      <a key={at} href={href} target="_blank" rel="noopener noreferrer nofollow">
        {draw(children)}
      </a>
    );
  });
}

/** A text that somebody else wrote, with the little markup it may have (5-36, A-135). */
export function RichText({ children }: { children: string }) {
  return <>{isMarkup(children) ? draw(readMarkup(children)) : children}</>;
}
