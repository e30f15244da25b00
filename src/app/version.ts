import { readFileSync } from 'node:fs';

/** The version in package.json, which stands two folders up from here, built or not. */
export function version(): string {
  const manifest = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
  return (JSON.parse(manifest) as { version: string }).version;
}
