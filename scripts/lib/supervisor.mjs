import { spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';

import { formatLine } from './format-line.mjs';
import { root } from './root.mjs';
import { followParent, toolEnvironment } from './run.mjs';
import { Fault } from './step.mjs';

const stopWithinMs = 15_000;

/** Starts programs, prints what they say, and stops all of them when one ends. */
export class Supervisor {
  #programs = [];
  #isStopping = false;
  /** Settles when a program ends without having been stopped. */
  failure = new Promise((resolve) => (this.reportFailure = resolve));

  /** @param command program and parameters, run in a process group of its own so that Ctrl-C reaches only us */
  start(name, [program, ...parameters], env = {}) {
    const flags =
      program.endsWith('node') || program.endsWith('node.cmd') || program === process.execPath
        ? ['--import', followParent]
        : [];
    const child = spawn(program, [...flags, ...parameters], {
      cwd: root,
      env: toolEnvironment(env),
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: process.platform !== 'win32',
    });
    const entry = { name, child, lines: [], ended: undefined };
    entry.ended = new Promise((resolve) => {
      child.once('error', (error) => resolve(error.message));
      child.once('close', (code, signal) => resolve(signal ?? `code ${code}`));
    });
    for (const stream of [child.stdout, child.stderr]) this.#print(entry, stream);
    void entry.ended.then((how) => {
      entry.how = how;
      if (!this.#isStopping) this.reportFailure({ name, how, lines: entry.lines.map(formatLine) });
    });
    this.#programs.push(entry);
  }

  /**
   * Waits until the URL answers 2xx, and says so now and then: a busy machine may need minutes for a first database.
   * When the program ends instead, `failure` settles.
   */
  async waitUntilReady(name, url, { withinMs = 300_000, remindMs = 20_000 } = {}) {
    const started = Date.now();
    for (let reminders = 1; Date.now() - started < withinMs; await sleep(50)) {
      const entry = this.#programs.find((program) => program.name === name);
      if (entry?.how !== undefined) return new Promise(() => {});
      if (await answers(url)) return;
      if (Date.now() - started < reminders * remindMs) continue;
      console.log(`The ${name} is still starting (${(reminders * remindMs) / 1000} s).`);
      reminders += 1;
    }
    throw new Fault(`The ${name} was not ready within ${withinMs / 1000} s (${url}).`);
  }

  /** Stops everything, the last started first. */
  async stop() {
    this.#isStopping = true;
    for (const { child, ended } of this.#programs.toReversed()) {
      signal(child, 'SIGTERM');
      const force = setTimeout(() => signal(child, 'SIGKILL'), stopWithinMs);
      await ended;
      clearTimeout(force);
    }
  }

  #print(entry, stream) {
    let rest = '';
    stream.setEncoding('utf8');
    stream.on('data', (chunk) => {
      const lines = `${rest}${chunk}`.split('\n');
      rest = lines.pop();
      for (const line of lines) this.#printLine(entry, line);
    });
    stream.on('end', () => rest !== '' && this.#printLine(entry, rest));
  }

  #printLine(entry, line) {
    entry.lines = [...entry.lines.slice(-19), line];
    console.log(`${entry.name.padEnd(12)} | ${formatLine(line)}`);
  }
}

function signal(child, name) {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  try {
    if (process.platform === 'win32') child.kill(name);
    else process.kill(-child.pid, name);
  } catch {
    // It ended at this very moment.
  }
}

async function answers(url) {
  return fetch(url, { signal: AbortSignal.timeout(2000) }).then(
    async (response) => {
      await response.body?.cancel();
      return response.ok;
    },
    () => false,
  );
}
