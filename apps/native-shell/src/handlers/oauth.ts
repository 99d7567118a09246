import { SocialLogin } from '@capgo/capacitor-social-login';

/** Sign-in with another firm, in that firm's own sheet. */
export interface Oauth {
  providers: string[];
  /** The firm's ID token with this nonce in it; null when the person turned away. */
  authenticate: (provider: string, nonce: string) => Promise<string | null>;
}

export async function createOauth({ googleClientId }: { googleClientId: string }): Promise<Oauth> {
  if (googleClientId === '') return { providers: [], authenticate: () => Promise.resolve(null) };
  await SocialLogin.initialize({ google: { webClientId: googleClientId } });
  return {
    providers: ['google'],
    async authenticate(provider, nonce) {
      if (provider !== 'google') return null;
      const { result } = await SocialLogin.login({ provider, options: { nonce } });
      return result.responseType === 'online' ? result.idToken : null;
    },
  };
}
