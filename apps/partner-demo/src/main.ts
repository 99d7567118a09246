import { readConfig } from './config.ts';
import { startPartnerDemo } from './start-partner-demo.ts';

function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const taken = 'code' in error && error.code === 'EADDRINUSE';
  return taken
    ? `The port of the partner demo is taken (${error.message}). Set PARTNER_DEMO_PORT to a free one.`
    : error.message;
}

try {
  const demo = await startPartnerDemo(readConfig(process.env));
  console.log(`Partner demo: ${demo.url}`);
  const stop = () => void demo.close().then(() => process.exit(0));
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
} catch (error) {
  console.error(explain(error));
  process.exitCode = 1;
}
