import { savePushTokenEndpoint } from '@causeway/contract/endpoints/save-push-token.generated';
import { isPushPlatform } from '@causeway/domain/clients/push-platforms';
import type { NativeApp } from '../../platform/native.ts';
import type { AppParts } from '../app-parts.ts';

export interface Push {
  /** The push provider gave the device another token. */
  changed: (token: string) => void;
  /** Notifications of this client end on this device. */
  stop: () => Promise<void>;
}

/**
 * Keeps the server informed where notifications go (C-58): at the start, after each sign-in, and when the push provider
 * changes the token.
 */
export function followPush(parts: AppParts, { call, facts }: Pick<NativeApp, 'call' | 'facts'>): Push {
  const { runtime, isFlagOn } = parts;
  const { session, api, log } = runtime;
  const { deviceId, platform } = facts;
  if (!isPushPlatform(platform)) {
    log.warn(`There are no push notifications on ${platform}`);
    return { changed: () => {}, stop: () => Promise.resolve() };
  }
  let known: string | undefined;

  const sendToken = (pushToken: string, isEnabled: boolean) =>
    api.call(savePushTokenEndpoint, { pushToken, deviceId, platform, isEnabled });
  async function register(): Promise<void> {
    if (!session.tokens() || !isFlagOn('push_notifications') || !facts.can('push-token-get')) return;
    if (facts.can('permissions-request')) await call('permissions-request', { permission: 'notifications' });
    const { token } = await call('push-token-get', {});
    if (token === null) return;
    known = token;
    await sendToken(token, true);
  }
  const later = () =>
    register().catch((error: unknown) => log.warn('Push notifications could not be registered', error));

  session.subscribe((event) => {
    if (event === 'signed-in' || event === 'biometric') void later();
  });
  void later();
  return {
    changed(token) {
      known = token;
      if (session.tokens() && isFlagOn('push_notifications'))
        sendToken(token, true).catch((error: unknown) => log.warn('The push token could not be changed', error));
    },
    async stop() {
      const token = known;
      known = undefined;
      if (token !== undefined && session.tokens()) await sendToken(token, false);
    },
  };
}
