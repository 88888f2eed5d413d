import { digits } from '@kerb/domain/wire/codecs.ts';
import { defineEndpoints } from '@kerb/domain/wire/endpoint.ts';
import * as z from 'zod/mini';

/** How the team of an organisation logs in. */
export const signInRules = z.strictObject({ requiresSecondFactor: z.boolean() });
export type SignInRules = z.output<typeof signInRules>;

const one = z.object({ tenantId: digits });

// biome-ignore format: a table
export const signInRuleEndpoints = defineEndpoints({
  read: { method: 'GET', path: '/v1/tenants/{tenantId}/sign-in-rules', permission: 'tenant.sign-in-rules', summary: 'Read how the team of an organisation logs in', params: one, response: signInRules },
  save: { method: 'PUT', path: '/v1/tenants/{tenantId}/sign-in-rules', permission: 'tenant.sign-in-rules', summary: 'Require two-step login of the team of an organisation, or no longer', params: one, body: signInRules, response: signInRules, proof: 'always' },
});
