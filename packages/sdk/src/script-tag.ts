import type { ScriptAttributes } from './add-script.ts';
import type { MountAny } from './create-mount.ts';
import type { EncodeQr, More, Mounted } from './mounted.ts';

/** What the scripts that are fetched later leave for the first one. */
export interface CausewayParts {
  more?: More;
  encodeQr?: EncodeQr;
  startDoctor?: (widget: Mounted) => Promise<void>;
}

/** What the script tag puts on `window.Causeway`. */
export interface CausewayScript {
  mount: MountAny;
  /** Rarer parts, as they are fetched. */
  parts: CausewayParts;
}

declare global {
  interface Window {
    Causeway?: CausewayScript | undefined;
  }
}

/** Attributes of a script beside the running one. Call it while the script runs. */
export function besideThisScript(file: string, integrity: string): ScriptAttributes {
  const { currentScript: script } = document;
  const base = script && 'src' in script ? script.src : location.href;
  return { src: new URL(file, base).href, integrity, nonce: script?.nonce, crossOrigin: 'anonymous' };
}
