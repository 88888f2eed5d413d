// The only entry of the published package.
export type { CallOptions } from './call.ts';
export { type ClientOptions, createClient, etagOf } from './client.ts';
export type * from './generated/types.ts';
export { beginning, each, pages, type Read } from './paging.ts';
export { KerbProblem, KerbTokenError } from './problem.ts';
export { type VerifyOptions, verifyWebhook, WebhookError, type WebhookFault } from './webhooks.ts';
