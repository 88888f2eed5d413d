import type { CountryRules } from '@kerb/domain/countries/country.ts';
import type { Clock } from '@kerb/server/platform/clock.ts';
import type { Config } from '@kerb/server/platform/config.ts';
import type { Database, ExportPool } from '@kerb/server/platform/database/database.ts';
import type { Jobs } from '@kerb/server/platform/jobs/jobs.ts';
import type { Log } from '@kerb/server/platform/log/log.ts';
import type { AddressGateway } from '@kerb/server/platform/ports/address-gateway.ts';
import type { CardGateway } from '@kerb/server/platform/ports/card-gateway.ts';
import type { FileStore } from '@kerb/server/platform/ports/file-store.ts';
import type { IdentityGateway } from '@kerb/server/platform/ports/identity-gateway.ts';
import type { MailGateway } from '@kerb/server/platform/ports/mail-gateway.ts';
import type { SmsGateway } from '@kerb/server/platform/ports/sms-gateway.ts';
import type { WebhookGateway } from '@kerb/server/platform/ports/webhook-gateway.ts';
import type { Secrets } from '@kerb/server/platform/secrets.ts';

/** Everything outside the process. main.ts creates the real ones, test/harness.ts those of the tests. */
export type Deps = {
  config: Config;
  country: CountryRules;
  log: Log;
  db: Database;
  exports: ExportPool;
  clock: Clock;
  secrets: Secrets;
  jobs: Jobs;
  fileStore: FileStore;
  mail: MailGateway;
  sms: SmsGateway;
  addresses: AddressGateway;
  identity: IdentityGateway;
  webhooks: WebhookGateway;
  /** Null if no provider is configured: cards cannot be taken. */
  cards: CardGateway | null;
};
