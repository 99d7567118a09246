import { isParentAlive } from './parent.mjs';

// Loaded into every program that the start script starts: when that script is killed without a chance to clean up, the
// programs end themselves as usual, which also stops the database.
setInterval(() => {
  if (!isParentAlive()) process.kill(process.pid, 'SIGTERM');
}, 500).unref();
