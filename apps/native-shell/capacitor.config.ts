import type { CapacitorConfig } from '@capacitor/cli';

const config: CapacitorConfig = {
  appId: 'example.causeway.app',
  appName: 'Causeway',
  webDir: 'dist/web',
};

export default config;
