import { toSnakeCase } from '../wire/names.ts';

export type JsonObject = { [key: string]: unknown };

export function toWireSchema(value: unknown): JsonObject {
  return asObject(rename(value));
}

function rename(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(rename);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => key !== '$schema')
      .map(([key, item]) => {
        if (key === 'properties')
          return [
            key,
            Object.fromEntries(
              Object.entries(asObject(item)).map(([name, property]) => [toSnakeCase(name), rename(property)]),
            ),
          ];
        if (key === 'required' && Array.isArray(item)) return [key, item.map((name) => wireNameOf(String(name)))];
        return [key, rename(item)];
      }),
  );
}

/** Codes of currencies are keys of maps, and stay as they are. */
function wireNameOf(name: string): string {
  return /^[A-Z]{3}$/.test(name) ? name : toSnakeCase(name);
}

export function asObject(value: unknown): JsonObject {
  return value !== null && typeof value === 'object' && !Array.isArray(value) ? { ...value } : {};
}
