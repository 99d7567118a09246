import { Thumbmark } from '@thumbmarkjs/thumbmarkjs';

/** After this time the call goes without the traits. */
const patienceMs = 1_500;

/**
 * A hash of traits that stay the same in every tab and frame of this browser. Traits that change by themselves,
 * draw, listen or ask the network are left out, and nothing but the hash leaves the page, and only to us.
 */
export async function fingerprint(): Promise<string> {
  const thumbmark = new Thumbmark({
    logging: false,
    timeout: patienceMs,
    exclude: ['audio', 'canvas', 'fonts', 'permissions', 'screen', 'speech', 'webgl', 'webrtc'],
  });
  const { thumbmark: hash } = await thumbmark.get();
  return hash;
}
