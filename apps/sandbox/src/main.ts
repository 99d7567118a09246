import { parseConfig } from './config.ts';
import { startSandbox } from './start-sandbox.ts';

try {
  const sandbox = await startSandbox(parseConfig(process.env));
  console.log(`sandbox ready ${sandbox.url} smtp ${sandbox.smtpPort}`);
  const stop = (): void => {
    sandbox.close().then(
      () => process.exit(0),
      (error: unknown) => {
        console.error(explain(error));
        process.exit(1);
      },
    );
  };
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
} catch (error) {
  console.error(explain(error));
  process.exitCode = 1;
}

function explain(error: unknown): string {
  if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE' && 'port' in error) {
    return `sandbox: port ${String(error.port)} is already in use; set SANDBOX_PORT or SANDBOX_SMTP_PORT to another one`;
  }
  return `sandbox: ${error instanceof Error ? error.message : String(error)}`;
}
