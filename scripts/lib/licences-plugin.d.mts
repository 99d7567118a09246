import type { Plugin } from 'vite';

export function licences(options: {
  root: string;
  unseen?: readonly string[];
  apart?: Readonly<Record<string, string>>;
}): { plugin: Plugin; workerPlugin: Plugin };
