import { hostname } from 'node:os';
import type { Config } from '@kerb/server/platform/config.ts';

/** The name of this server among those of the deployment. It stays the same after a restart. */
export const serverName = ({ port }: Pick<Config, 'port'>): string => `${hostname()}:${port}`;

export const appVersion: string = process.env.npm_package_version ?? '0.1.0';
