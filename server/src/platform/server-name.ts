import { hostname } from 'node:os';
import type { Config } from '@kerb/server/platform/config.ts';
import release from '../../../package.json' with { type: 'json' };

/** The name of this server among those of the deployment. It stays the same after a restart. */
export const serverName = ({ port }: Pick<Config, 'port'>): string => `${hostname()}:${port}`;

/** Of this release, however the server was started. */
export const appVersion: string = release.version;
