import { needsProof } from '@kerb/domain/access/proof.ts';
import type { Endpoint } from '@kerb/domain/wire/endpoint.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { buildersFor } from './builders.ts';
import { accessFixture, addressOf, keyFor, type Target } from './endpoint-access.ts';
import { type Stage, startStage } from './harness.ts';

const account = { accountName: 'Harbour Trust', bsbNumber: '062-000', accountNumber: '12345678' };
const invitee = { firstName: 'New', surname: 'Member', emailAddress: 'proof@example.com', tenantUserType: 'manager' };
const aNewPasskey = {
  name: 'Mine',
  userHandle: 'AAAA',
  credential: {
    id: 'AA',
    rawId: 'AA',
    type: 'public-key',
    response: { clientDataJSON: 'AA', attestationObject: 'AA' },
  },
};
const tenantOf = ({ tenantId }: Target) => ({ href: `/v1/tenants/${tenantId}` });

const noBatch = { href: '/v1/batch-payments/999999' };
const noCampaign = { href: '/v1/agreements/999999' };

/**
 * Every endpoint that asks for a proof of identity, with a body that needs it and one that does not. Written by hand,
 * so that an endpoint that loses its proof fails. Null: every call needs it.
 */
// biome-ignore format: a table
const bodies: Record<string, [needs: (target: Target) => unknown, needsNot: ((target: Target) => unknown) | null]> = {
  'PUT /v1/tenants/{tenantId}/settings':                       [() => ({ bankAccount: account }), () => ({ phone: '02 9374 4000' })],
  'POST /v1/tenants/{tenantId}/settings/apply':                [() => ({}), null],
  'POST /v1/batch-payments':                                   [() => ({}), null],
  'POST /v1/batch-payments/{id}/approve':                      [() => undefined, null],
  'POST /v1/batch-payments/{id}/mark-processing':              [() => undefined, null],
  'POST /v1/batch-payments/{id}/mark-transferred':             [() => undefined, null],
  'POST /v1/bank-statement-lines/{id}/transfer':               [() => ({ batch: noBatch }), null],
  'POST /v1/bank-statement-lines/{id}/bounce':                 [() => ({ batch: noBatch, agreement: noCampaign }), null],
  'POST /v1/batch-payments/{id}/bounce':                       [() => ({ agreement: noCampaign, reason: 'Account closed' }), null],
  'POST /v1/batch-payments/{id}/discard':                      [() => ({ reason: 'Not needed' }), null],
  'POST /v1/agreements/{id}/record-transfer':                  [() => ({ date: '2026-11-01', description: 'Bank reference 2' }), null],
  'POST /v1/agreements/{id}/return-held-money':                [() => ({ amount: 10, description: 'Bank reference 1' }), null],
  'POST /v1/users':                                            [() => ({ firstName: 'A', surname: 'B', emailAddress: 'a@example.com', role: 'admin' }), () => ({ firstName: 'A', surname: 'B', emailAddress: 'b@example.com', role: 'vendor' })],
  'PUT /v1/users/{id}':                                        [() => ({ role: 'admin' }), () => ({ jobTitle: 'Clerk' })],
  'POST /v1/users/{id}/end-sign-ins':                          [() => undefined, null],
  'POST /v1/users/{id}/reset-second-factor':                   [() => undefined, null],
  'GET /v1/account/data':                                     [() => undefined, null],
  'POST /v1/account/close':                                   [() => undefined, null],
  'POST /v1/signatories/{id}/erase':                          [() => ({ reason: 'They asked' }), null],
  'POST /v1/due-erasures':                                    [() => ({ reason: 'Yearly' }), null],
  'POST /v1/rates':                                            [() => ({ from: '2099-01-01', values: [], reason: 'The bank rate' }), null],
  'POST /v1/books/periods':                                     [() => ({ lastDay: '2020-01-31' }), null],
  'POST /v1/books/periods/{id}/reopen':                         [() => ({ reason: 'A forgotten payment' }), null],
  'POST /v1/rates/{id}/withdraw':                              [() => undefined, null],
  'POST /v1/pending-acts/{id}/confirm':                       [() => ({}), null],
  'POST /v1/tenants/{tenantId}/users':                         [() => ({ user: { href: '/v1/users/999999' }, tenantUserType: 'manager' }), () => ({ user: { href: '/v1/users/999999' } })],
  'PUT /v1/tenants/{tenantId}/users/{userId}':                 [() => ({ tenantUserType: 'manager' }), () => ({ jobTitle: 'Clerk' })],
  'POST /v1/user-invitations':                                 [(target) => ({ tenant: tenantOf(target), ...invitee }), (target) => ({ tenant: tenantOf(target), ...invitee, tenantUserType: 'employee' })],
  'POST /v1/invite-team-members':                              [(target) => ({ tenant: tenantOf(target), invitations: [invitee] }), (target) => ({ tenant: tenantOf(target), invitations: [{ ...invitee, tenantUserType: 'employee' }] })],
  'POST /v1/tenants/{tenantId}/team-imports':                  [() => ({ fileName: 'team.csv', text: 'First name,Surname,Email\nNew,Member,proof@example.com', mapping: { firstName: 0, surname: 1, emailAddress: 2 }, lines: [2] }), null],
  'POST /v1/resend-user-invitation':                           [() => ({ userInvitationId: 999_999 }), null],
  'PUT /v1/user-invitations/{id}':                             [() => ({ tenantUserType: 'manager' }), () => ({ jobTitle: 'Clerk' })],
  'POST /v1/tenants/{tenantId}/service-identities':            [() => ({ name: 'Sync', scopes: ['campaigns:read'] }), null],
  'PUT /v1/service-identities/{identityId}':                   [() => ({ scopes: ['campaigns:read'] }), () => ({ name: 'Sync' })],
  'POST /v1/service-identities/{identityId}/credentials':      [() => ({}), null],
  'POST /v1/tenants/{tenantId}/webhooks':                      [() => ({ url: 'http://127.0.0.1:9/kerb', events: ['campaign_create'] }), null],
  'PUT /v1/webhooks/{webhookId}':                              [() => ({ url: 'http://127.0.0.1:9/kerb' }), () => ({ active: false })],
  'POST /v1/webhooks/{webhookId}/rotate-secret':               [() => undefined, null],
  'PUT /v1/tenants/{tenantId}/finance-options/{optionCode}':   [() => ({ interestRate: 9.5 }), () => ({ active: true })],
  'PUT /v1/tenants/{tenantId}/sign-in-rules':                  [() => ({ requiresSecondFactor: true }), null],
  'PUT /v1/tenants/{tenantId}/login-provider':                 [() => ({ issuer: 'http://127.0.0.1:9', clientId: 'kerb', clientSecret: 'secret' }), null],
  'DELETE /v1/tenants/{tenantId}/login-provider':              [() => undefined, null],
  'PUT /v1/tenants/{tenantId}/login-provider/required':        [() => ({ isRequired: false }), null],
  'PUT /v1/tenants/{tenantId}/login-provider/confirmation':    [() => undefined, null],
  'DELETE /v1/tenants/{tenantId}/login-domains/{domainId}':    [() => undefined, null],
  'POST /v1/account/calendar-link':                  [() => undefined, null],
  'POST /v1/tenants/{tenantId}/provisioning-tokens': [() => undefined, null],
  'PUT /v1/contact-details/{id}':                              [() => ({ mobilePhone: '0412 345 678' }), () => ({ name: 'Reception' })],
  'PUT /v1/account':                                           [() => ({ mobilePhone: '0412 345 678' }), () => ({ jobTitle: 'Clerk' })],
  'DELETE /v1/account/sign-ins/{id}':                          [() => undefined, null],
  'POST /v1/account/passkeys/begin':                           [() => undefined, null],
  'POST /v1/account/passkeys':                                 [() => aNewPasskey, null],
  'DELETE /v1/account/passkeys/{id}':                          [() => undefined, null],
  'POST /v1/account/passkeys/recovery-codes':                  [() => undefined, null],
};

let stage: Stage;
let fixture: Awaited<ReturnType<typeof accessFixture>>;
beforeAll(async () => {
  stage = await startStage();
  fixture = await accessFixture(stage, buildersFor(stage));
});

const keyOf = ({ method, path }: Endpoint) => `${method} ${path}`;
const isRefused = ({ statusCode, body }: { statusCode: number; body: string }) =>
  statusCode === 403 && body.includes('/problems/proof-needed');

describe('a proof of identity is asked for', () => {
  // biome-ignore format: a table
  it.each([
    ['PUT /v1/account',                           { mobilePhone: '0412 345 678' }],
    ['PUT /v1/users/{id}',                        { mobilePhone: '0412 345 678' }],
    ['PUT /v1/users/{id}',                        { primaryMobileIsConfirmed: true }],
    ['PUT /v1/tenants/{tenantId}/users/{userId}', { mobilePhone: '0412 345 678' }],
    ['PUT /v1/contact-details/{id}',              { mobilePhone: '0412 345 678' }],
    ['PUT /v1/contact-details/{id}',              { confirmationDate: '2026-11-01T00:00:00.000Z' }],
    ['PUT /v1/service-identities/{identityId}',   { owner: { href: '/v1/users/7' } }],
  ])('by every endpoint that changes or confirms the mobile of an account, or the owner of a program: %s %o', (key, body) => {
    const endpoint = stage.app.endpoints.find((candidate) => keyOf(candidate) === key)!;
    expect(needsProof(endpoint.proof, body)).toBe(true);
  });

  it('by exactly these endpoints', () => {
    const asking = stage.app.endpoints.filter(({ proof }) => proof !== undefined).map(keyOf);
    expect(asking.sort()).toEqual(Object.keys(bodies).sort());
  });

  it.each(Object.entries(bodies))('%s', async (key, [needs, needsNot]) => {
    const endpoint = stage.app.endpoints.find((candidate) => keyOf(candidate) === key)!;
    const target = await fixture.aTarget();
    const userId = target.userIds.admin!;
    const proved = (provedDate: string | null) =>
      stage.db
        .updateTable('tokenFamilies')
        .set({ provedDate })
        .where('signInId', 'in', (query) => query.selectFrom('signIns').select('id').where('userId', '=', userId))
        .execute();
    const send = (body: unknown) =>
      stage.as(userId)(endpoint.method, addressOf(endpoint, target), body, keyFor(endpoint));

    await send(undefined);
    await proved(null);
    expect(isRefused(await send(needs(target)))).toBe(true);
    if (needsNot) expect(isRefused(await send(needsNot(target)))).toBe(false);
    await proved(new Date().toISOString());
    expect(isRefused(await send(needs(target)))).toBe(false);
  });
});
