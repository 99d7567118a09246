import type { AppParts } from './app-parts.ts';
import { homeOf } from './guards/decide.ts';

/**
 * The step after a sign-in on the login page (4.6-01 to 4.6-03): the first verification, else `redirect`, else home,
 * else the stepper. A client who has left the page meanwhile stays on the other one.
 */
export async function finishLogin(
  { account, router, isFlagOn }: AppParts,
  redirect: string | undefined,
): Promise<void> {
  const { name } = router.current();
  await Promise.all([account.refreshClient(), account.refreshConfig()]);
  if (router.current().name !== name) return;
  const { client } = account.store.getState();
  if (client.limitLevel === 'unverified')
    return router.navigate('verification-email', {}, redirect === undefined ? {} : { redirect }, { replace: true });
  if (router.follow(redirect)) return;
  router.navigate(homeOf(isFlagOn), {}, {}, { replace: true });
}
