import { routeOf } from './routes.ts';
import type { AppParts } from './app-parts.ts';

/** Keeps the page in step with the session: a signed-in one is read at the start, a lost one leaves protected pages and steps (4.6). */
export function followSession({ runtime, router, account, flow, stepper }: AppParts): void {
  const { session, log } = runtime;
  if (session.tokens()) {
    // Only who is known can be asked for an agreement (2.2-02).
    Promise.all([account.refreshClient(), account.refreshConfig()]).then(router.check, (error: unknown) =>
      log.warn('The account could not be read', error),
    );
  }
  session.subscribe((event) => {
    if (session.tokens()) return;
    account.forget();
    const route = router.current();
    if (routeOf(route.name).auth) return router.navigate('auth', {}, { redirect: route.href }, { replace: true });
    const { step } = stepper.getState();
    if (step === 'exchange' || step === 'auth') return;
    // Whoever logs out is done (4.3-24); whose session has ended signs in and goes on (4.6-09).
    const isDone = event === 'signed-out' || event === 'other-tab' || route.name !== 'order-stepper';
    if (!isDone) stepper.setState({ isContinuing: true });
    flow.open(isDone ? 'exchange' : 'auth');
  });
}
