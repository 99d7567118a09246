import { FALLBACK_APP_VERSION, type AppVersion } from './app-version.ts';
import type { ShellConnection } from './connect-shell.ts';
import { SPOKEN_NATIVE_VERSIONS } from './protocol.ts';
import type { NativeAnswers, NativeName } from './native-calls.ts';

/** The app around the page, once both ends agree on a version. */
export type ShellFacts = NativeAnswers['device-info-get'] & {
  appVersion: AppVersion;
  /** Whether the shell answers a call. */
  can: (name: NativeName) => boolean;
};

/**
 * The handshake with a shell: who it is, which version both speak, and what it can. An app that does not report its
 * version counts as 1.1.1 build 67 (4.13-08).
 *
 * @throws NativeError when the shell does not answer
 * @throws Error when it wants a version that is not spoken here
 */
export async function greetShell({ call }: Pick<ShellConnection, 'call'>): Promise<ShellFacts> {
  const info = await call('device-info-get', { versions: [...SPOKEN_NATIVE_VERSIONS] });
  if (!SPOKEN_NATIVE_VERSIONS.includes(info.version))
    throw new Error(
      `The app speaks version ${info.version} of the native bridge; this page speaks ${SPOKEN_NATIVE_VERSIONS.join(', ')}.`,
    );
  const can = (name: NativeName) => info.handlers.includes(name);
  const appVersion = can('app-version-get') ? await call('app-version-get', {}).catch(() => undefined) : undefined;
  return { ...info, can, appVersion: appVersion ?? FALLBACK_APP_VERSION };
}
