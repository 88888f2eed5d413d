import type { pingEvent, WebhookEvent } from '@kerb/domain/webhooks/campaign-events.ts';
import type { DeliveryState, disabledReasons } from '@kerb/domain/webhooks/webhooks.contract.ts';
import type { Generated, JSONColumnType } from 'kysely';

type Webhooks = {
  id: Generated<number>;
  tenantId: number;
  url: string;
  events: WebhookEvent[];
  sealedSecret: Buffer;
  oldSealedSecret: Generated<Buffer | null>;
  oldSecretUntil: Generated<string | null>;
  disabledReason: Generated<(typeof disabledReasons)[number] | null>;
  disabledSinceDate: Generated<string | null>;
  failingSinceDate: Generated<string | null>;
  failures: Generated<number>;
  lastDeliveryDate: Generated<string | null>;
  createdByUserId: number | null;
  creationDate: string;
  lastUpdateDate: string;
  version: Generated<number>;
};

type WebhookDeliveries = {
  id: Generated<number>;
  webhookId: number;
  eventId: string;
  type: WebhookEvent | typeof pingEvent;
  agreementId: number | null;
  body: string;
  state: Generated<DeliveryState>;
  attempts: Generated<number>;
  nextAttemptDate: string;
  creationDate: string;
  deliveredDate: Generated<string | null>;
};

type WebhookAttempts = {
  id: Generated<number>;
  deliveryId: number;
  date: string;
  durationMs: number;
  requestHeaders: JSONColumnType<Record<string, string>>;
  responseStatus: number | null;
  responseBody: string | null;
  reason: string | null;
};

export type WebhookTables = {
  webhooks: Webhooks;
  webhookDeliveries: WebhookDeliveries;
  webhookAttempts: WebhookAttempts;
};
