import type { CardFrame } from './use-card-frame.ts';

export interface CardEntryFrameProps {
  entry: CardFrame;
  title: string;
  className: string | undefined;
}

/** The frame in which the acquirer takes a card, as high as it asks to be. */
export function CardEntryFrame({ entry, title, className }: CardEntryFrameProps) {
  return (
    <iframe
      key={entry.attempt}
      ref={entry.frame}
      className={className}
      style={{ blockSize: `${entry.height}px` }}
      title={title}
      // oxlint-disable-next-line react/iframe-missing-sandbox -- another origin's page keeps its own origin, by which its messages are known
      sandbox="allow-scripts allow-forms allow-same-origin"
      src={entry.src}
    />
  );
}
