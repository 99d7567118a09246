import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { allCalls } from '../calls/all-calls.ts';
import { endpointFile, isCallOfPages } from './endpoint-file.ts';
import { flagFile, statusFile } from './flag-file.ts';

// Writes the endpoint of each call beside this file and removes those of removed calls; and what the packages for
// partners, which come without the contract, take from it.
const folder = new URL('.', import.meta.url);
for (const name of readdirSync(folder)) if (name.endsWith('.generated.ts')) rmSync(new URL(name, folder));
for (const { file, text } of allCalls.filter(isCallOfPages).map(endpointFile))
  writeFileSync(new URL(file, folder), text);
for (const { url, text } of [flagFile, statusFile]) writeFileSync(url, text);
