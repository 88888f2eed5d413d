import type { Database } from '@kerb/server/platform/database/database.ts';
import type { Secrets } from '@kerb/server/platform/secrets.ts';

export type SandboxSettings = {
  db: Database;
  /** The only origin that may frame the page. */
  parentOrigin: string;
  apiKey: string;
  /** How long the slow card takes, and how long the connection stays open without a response. */
  slowMs: number;
  silenceMs: number;
  /** Called after each charge and refund: there is an event to send. */
  onBooked: () => void;
};

/** The same for every server of a deployment, and secret. */
export const sandboxKeys = (secrets: Secrets) => ({
  apiKey: secrets.derive('card-sandbox', 'api'),
  eventSecret: secrets.derive('card-sandbox', 'events'),
});
