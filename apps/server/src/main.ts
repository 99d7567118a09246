import { setFlagsFromString } from 'node:v8';
import { readConfig } from './config/config.ts';
import { serve } from './serve.ts';

// Else V8 looks through the whole heap after each 64 MB of buffers, with all its threads: twice for one large upload.
setFlagsFromString('--external-memory-accounted-in-global-limit');
// Else it looks through it at each third of growth: seven times in the seconds of twenty uploads, 15 ms each.
setFlagsFromString('--heap-growing-percent=200');

try {
  const server = await serve(readConfig(process.env));
  let isStopping = false;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (isStopping) return;
      isStopping = true;
      void server.stop().finally(() => process.exit(0));
    });
  }
} catch (error) {
  process.stderr.write(`${describe(error)}\n`);
  process.exit(1);
}

function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if ('code' in error && error.code === 'EADDRINUSE')
    return `The port ${process.env['PORT'] ?? '4000'} is taken. Stop what uses it, or set PORT.`;
  return error.message;
}
