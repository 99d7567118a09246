/** Systems of devices whose push services can be reached: Apple's, Google's, and that of a browser. */
export const pushPlatforms = ['ios', 'android', 'web'] as const;

export type PushPlatform = (typeof pushPlatforms)[number];

export function isPushPlatform(platform: string): platform is PushPlatform {
  return (pushPlatforms as readonly string[]).includes(platform);
}
