import { right, wrong, type Finding } from './finding.ts';

const needed = ['allow-scripts', 'allow-same-origin', 'allow-popups', 'allow-popups-to-escape-sandbox', 'allow-forms'];

/**
 * What the sandbox of a frame forbids the widget.
 *
 * @param sandbox attribute of the frame around the page itself, or of one written by hand; null without it
 */
export function checkSandbox(sandbox: string | null): Finding[] {
  if (sandbox === null) return [right('No sandbox stands around the widget.')];
  const missing = needed.filter((token) => !sandbox.split(/\s+/).includes(token));
  return missing.length === 0
    ? [right('The sandbox leaves the widget what it needs.')]
    : [wrong(`The sandbox lacks ${missing.join(', ')}.`, `sandbox="${needed.join(' ')}"`)];
}
