import { createMount } from './create-mount.ts';
import { defineElement } from './define-element.ts';
import type { More } from './mounted.ts';
import { besideThisScript, type CausewayParts } from './script-tag.ts';

/** Hash of the script with the rarer parts, written in by the build. */
declare const MORE_HASH: string;

const moreScript = besideThisScript('causeway-more.js', MORE_HASH);
const parts: CausewayParts = {};

function fetchMore(): Promise<More> {
  return new Promise((resolve, reject) => {
    const check = () => (parts.more ? resolve(parts.more) : reject(new Error(`${moreScript.src} failed`)));
    if (parts.more) return check();
    const events = { onload: check, onerror: check };
    document.head.append(Object.assign(document.createElement('script'), moreScript, events));
  });
}

const mount = createMount(fetchMore);
defineElement(mount, new URL(moreScript.src).origin);
window.Causeway = { mount, parts };
