import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import type { Config } from '@kerb/server/platform/config.ts';

/** The name of this server among those of the deployment. It stays the same after a restart. */
export const serverName = ({ port }: Pick<Config, 'port'>): string => `${hostname()}:${port}`;

const packageFile = new URL('../../package.json', import.meta.url);

/** Of this release, however the server was started. */
export const appVersion: string = JSON.parse(readFileSync(packageFile, 'utf8')).version;
