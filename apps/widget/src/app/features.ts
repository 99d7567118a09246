/** Features that an app switches for itself by a cookie `app_<name>` (6-15, A-107). */
const switchedByApp = ['biometrics', 'push_notifications', 'home_page', 'navbar'];

export interface FeatureFacts {
  /** Flags of the config answer; an unknown one is off. */
  features: Readonly<Record<string, unknown>>;
  cookie: (name: string) => string | undefined;
  /** The app around the widget; undefined in a browser. */
  app: { isOwnApp: boolean } | undefined;
}

/** Whether a feature is on here. Inside an app those that the app switches need its cookie too; own-app home is the home of the operator's own app. */
export function isFeatureOn(name: string, facts: FeatureFacts): boolean {
  const { features, cookie, app } = facts;
  if (name === 'own_app_home') return app?.isOwnApp === true && isFeatureOn('home_page', facts);
  return features[name] === 1 && (!app || !switchedByApp.includes(name) || cookie(`app_${name}`) === '1');
}
