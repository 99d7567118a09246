import { doubtful, right, type Finding } from './finding.ts';

export interface Isolation {
  /** Header Cross-Origin-Embedder-Policy. */
  embedder: string;
  /** Header Cross-Origin-Opener-Policy. */
  opener: string;
}

/** What the isolation of a page means for the widget. */
export function checkIsolation({ embedder, opener }: Isolation): Finding[] {
  const findings: Finding[] = [];
  if (embedder === 'require-corp' || embedder === 'credentialless') {
    findings.push(
      doubtful(
        `The page is isolated (Cross-Origin-Embedder-Policy: ${embedder}): Chromium shows the widget without what it stored, other browsers show a link.`,
        'Leave Cross-Origin-Embedder-Policy out on the page with the widget.',
      ),
    );
  }
  if (opener === 'same-origin') {
    findings.push(
      doubtful(
        'Cross-Origin-Opener-Policy: same-origin cuts the page off from a popup: no events come from it.',
        'Cross-Origin-Opener-Policy: same-origin-allow-popups',
      ),
    );
  }
  return findings.length > 0 ? findings : [right('The page is not isolated from other sites.')];
}
