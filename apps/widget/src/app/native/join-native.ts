import { connectShell } from '@causeway/bridge/native/connect-shell';
import type { InjectedShell } from '@causeway/bridge/native/find-shell';
import { greetShell } from '@causeway/bridge/native/greet-shell';
import type { NativeEvent } from '@causeway/bridge/native/protocol';
import { realTimers } from '../../lib/timing/timers.ts';
import { wait } from '../../lib/timing/wait.ts';
import type { NativeApp } from '../../platform/native.ts';
import type { AppParts } from '../app-parts.ts';
import { createBackButton } from './back-button.ts';
import { signInByBiometrics } from './biometrics.ts';
import { followPush } from './follow-push.ts';
import { followStatus } from './follow-status.ts';
import { goBack } from './go-back.ts';

/** Milliseconds that a log-out waits for the device. */
const leavePatience = 2000;

/** Joins the app around the widget: who it is, then all that it can do here. */
export async function joinNative(parts: AppParts, shell: InjectedShell): Promise<void> {
  const { runtime, router } = parts;
  let obey: (event: NativeEvent) => void = () => undefined;
  const connection = connectShell({ window, shell, onEvent: (event) => obey(event) });
  const { call, notify } = connection;
  const facts = await greetShell(connection).catch((error: unknown) => {
    connection.close();
    throw error;
  });
  const push = followPush(parts, { call, facts });
  const app: NativeApp = {
    call,
    notify,
    facts,
    async leave() {
      const forget = facts.can('biometrics-update')
        ? call('biometrics-update', { token: null, expiresAt: null })
        : undefined;
      await Promise.race([Promise.allSettled([push.stop(), forget]), wait(realTimers, leavePatience)]);
    },
  };
  const backButton = createBackButton({ notify, goBack: () => goBack(parts), timers: realTimers });
  obey = (event) => {
    if (event.event === 'back-pressed') backButton.pressed();
    else if (event.event === 'back-taken') backButton.taken(event.payload.offer);
    else if (event.event === 'push-token-changed') push.changed(event.payload.token);
    else router.follow(event.payload.path);
  };
  runtime.native.setState({ app });
  document.documentElement.dataset['native'] = facts.platform;
  followStatus(parts, app);
  await signInByBiometrics(parts, app);
}
