import { mostOrigins } from '@kerb/domain/embedding/allowed-origins.ts';
import { buttonStates } from '@kerb/domain/embedding/button-state.ts';
import { digits, moment, text } from '@kerb/domain/wire/codecs.ts';
import { defineEndpoints } from '@kerb/domain/wire/endpoint.ts';
import * as z from 'zod/mini';

/** What an organisation shows on its own website. */
export const embedding = z.object({
  isOn: z.boolean(),
  /** The websites that may show our frames. */
  origins: z.array(z.string()),
  /** Public: it is in the source of the website. Null until the organisation has saved once. */
  key: z.nullable(z.string()),
  /** The script that a website loads, and the hash with which a browser checks it. */
  script: z.object({ src: z.string(), integrity: z.string() }),
});
export type Embedding = z.output<typeof embedding>;

/** Checked one by one by `decideOrigins`, which says which one is wrong. */
export const savedEmbedding = z.strictObject({
  isOn: z.boolean(),
  origins: z.array(text(300)).check(z.maxLength(mostOrigins * 2)),
});
export type SavedEmbedding = z.output<typeof savedEmbedding>;

/** The Pay button of a campaign. The token is public and reveals the state alone; it opens nothing by itself. */
export const payButton = z.object({ token: z.string(), state: z.enum(buttonStates), createdDate: moment });
export type PayButton = z.output<typeof payButton>;

const ofCampaign = z.object({
  button: z.nullable(payButton),
  /** Whether the organisation shows frames on a website at all. */
  isOn: z.boolean(),
  script: z.object({ src: z.string(), integrity: z.string() }),
});
export type CampaignPayButton = z.output<typeof ofCampaign>;

const ofTenant = z.object({ tenantId: digits });
const oneCampaign = z.object({ id: digits });

// biome-ignore format: a table
export const embeddingEndpoints = defineEndpoints({
  read:       { method: 'GET',    path: '/v1/tenants/{tenantId}/embedding', permission: 'embed.read', summary: 'Read what an organisation shows on its own website', params: ofTenant, response: embedding, versioned: true },
  save:       { method: 'PUT',    path: '/v1/tenants/{tenantId}/embedding', permission: 'embed.change', summary: 'Choose the websites that may show the calculator and Pay buttons', params: ofTenant, body: savedEmbedding, response: embedding, versioned: true, ifMatch: true },
  replaceKey: { method: 'POST',   path: '/v1/tenants/{tenantId}/embedding/key', permission: 'embed.change', summary: 'Replace the public key of the calculator', params: ofTenant, response: embedding, versioned: true },
  button:     { method: 'GET',    path: '/v1/agreements/{id}/pay-button', permission: 'button.read', summary: 'Read the Pay button of a campaign', params: oneCampaign, response: ofCampaign },
  makeButton: { method: 'POST',   path: '/v1/agreements/{id}/pay-button', permission: 'button.change', summary: 'Make the Pay button of a campaign, or replace it', params: oneCampaign, response: ofCampaign },
  endButton:  { method: 'DELETE', path: '/v1/agreements/{id}/pay-button', permission: 'button.change', summary: 'End the Pay button of a campaign', params: oneCampaign },
});
