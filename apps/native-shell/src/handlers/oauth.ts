import { SocialLogin } from '@capgo/capacitor-social-login';

/** Sign-in with an external provider, in its own sheet. */
export interface Oauth {
  providers: string[];
  /** The provider's ID token with this nonce in it; null when the person declined. */
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
