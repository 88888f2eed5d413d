import type { Clock } from '@kerb/server/platform/clock.ts';
import type { Database, ExportPool, Reader } from '@kerb/server/platform/database/database.ts';
import type { Pulse } from '@kerb/server/platform/database/heartbeat.ts';
import type { LoadLimit } from '@kerb/server/platform/limits/load-limit.ts';
import type { ChangeFeed } from '@kerb/server/platform/live/change-feed.ts';
import type { Metrics } from '@kerb/server/platform/metrics/metrics.ts';
import type { AddressGateway } from '@kerb/server/platform/ports/address-gateway.ts';
import type { CardGateway } from '@kerb/server/platform/ports/card-gateway.ts';
import type { FileScanner } from '@kerb/server/platform/ports/file-scanner.ts';
import type { FileStore } from '@kerb/server/platform/ports/file-store.ts';
import type { IdentityGateway } from '@kerb/server/platform/ports/identity-gateway.ts';
import type { MailGateway } from '@kerb/server/platform/ports/mail-gateway.ts';
import type { OpenIdGateway } from '@kerb/server/platform/ports/openid-gateway.ts';
import type { SmsGateway } from '@kerb/server/platform/ports/sms-gateway.ts';
import type { TimeStamps } from '@kerb/server/platform/ports/time-stamps.ts';
import type { WebhookGateway } from '@kerb/server/platform/ports/webhook-gateway.ts';
import type { ProviderNotes } from '@kerb/server/platform/providers/provider-notes.ts';
import type { WorkDeps } from '@kerb/server/platform/work.ts';

/** Everything that is made at start-up: the real ones in start-up.ts, those of the tests in test/harness.ts. */
export type Deps = WorkDeps & {
  db: Database;
  exports: ExportPool;
  /** For exports, reports, search and the lists of admins. A replica may answer them. */
  reader: Reader;
  pulse: Pulse;
  /** What happens to campaigns, for pages that are open. */
  changes: ChangeFeed;
  metrics: Metrics;
  /** Null in tests and in commands, which serve no requests from outside. */
  load: LoadLimit | null;
  providers: ProviderNotes;
  clock: Clock;
  fileStore: FileStore;
  webhooks: WebhookGateway;
  openid: OpenIdGateway;
  // Null if no provider is configured outside a sandbox. The product then says that the feature is not set up.
  mail: MailGateway | null;
  sms: SmsGateway | null;
  addresses: AddressGateway | null;
  identity: IdentityGateway | null;
  cards: CardGateway | null;
  /** Null: signed agreements have no time stamp of an authority. */
  timeStamps: TimeStamps | null;
  /** Null if no scanner is configured. */
  scanner: FileScanner | null;
};
