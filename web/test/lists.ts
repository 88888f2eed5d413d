import type { agreementRow } from '@kerb/domain/agreements/campaign-list.contract.ts';
import type * as z from 'zod/mini';

export type WireRow = z.input<typeof agreementRow>;

/** A campaign of a list, as on the wire. */
export const aRow = (change: Partial<WireRow> = {}): WireRow => ({
  id: 10231,
  href: `/v1/agreements/${change.id ?? 10231}`,
  name: '12 Wattle St, Yass',
  status: 'executed',
  statusLastUpdate: '2026-11-01T00:00:00.000Z',
  tenant: { href: '/v1/tenants/7' },
  tenantName: 'Harbour Estate',
  tenantTimeZone: 'Australia/Sydney',
  agentUserName: 'Mia Manager',
  financeOptionCode: 'pl',
  campaignBudget: 4200,
  campaignBudgetFundsPurpose: 'marketing',
  campaignPlannedStartDate: '2026-11-03',
  sentDate: '2026-11-01T00:00:00.000Z',
  applicationSubmitDate: null,
  applicationApprovedDate: null,
  auctionDate: null,
  propertySettlementDate: null,
  propertyWithdrawnFromSaleDate: null,
  paymentState: 'none',
  paymentWay: null,
  lastUpdateDate: '2026-11-02T00:00:00.000Z',
  actionSuggested: false,
  ...change,
});

export const pageOfRows = (...rows: WireRow[]) => ({ items: rows, totalItems: rows.length });

/** The same campaign with all its fields. */
export const aCampaign = (change: Partial<WireRow> = {}) => ({
  ...aRow(change),
  hasMoney: false,
  isMoneyHeld: false,
  budgetOwnerTenant: { href: '/v1/tenants/7' },
  property: null,
  createdDate: '2026-11-01T00:00:00.000Z',
  createdByName: null,
  vendors: { href: '/v2/campaigns/10231/vendors' },
  signatories: { href: '/v1/signatories?agreementId=10231' },
  attachments: { href: '/v1/attachments?agreementId=10231' },
});

export const aTenant = (change: object = {}) => ({
  id: 7,
  href: '/v1/tenants/7',
  type: 'agency',
  name: 'Harbour Estate',
  identifier: 'harbour',
  defaultTimeZone: 'Australia/Sydney',
  enableDeposits: false,
  allowAddingProperty: false,
  lastAgreementCreateDate: null,
  logoUrl: null,
  hideNameText: false,
  payNowActive: true,
  payNowEnabled: true,
  payLaterActive: true,
  payLaterEnabled: true,
  payOnSuccessActive: true,
  payOnSuccessEnabled: true,
  ...change,
});

export const aUser = (change: object = {}) => ({
  id: 12,
  href: '/v1/users/12',
  displayName: 'Mia Manager',
  firstName: 'Mia',
  surname: 'Manager',
  emailAddress: 'mia@kerb.test',
  pendingEmailAddress: null,
  mobilePhone: null,
  jobTitle: null,
  role: 'tenant_user',
  disabledDate: null,
  lastUpdateDate: '2026-11-02T00:00:00.000Z',
  agencyNames: ['Harbour Estate'],
  profilePictureHref: null,
  primaryMobileIsConfirmed: false,
  secondFactorIsOn: false,
  pendingActs: [],
  ...change,
});

export const aMember = (change: { userId?: number } & Record<string, unknown> = {}) => {
  const { userId = 12 } = change;
  return {
    href: `/v1/tenants/7/users/${userId}`,
    userId,
    user: { href: `/v1/users/${userId}` },
    tenant: { href: '/v1/tenants/7' },
    displayName: 'Mia Manager',
    firstName: 'Mia',
    surname: 'Manager',
    emailAddress: 'mia@kerb.test',
    mobilePhone: null,
    jobTitle: null,
    profilePictureHref: null,
    tenantUserType: 'manager',
    receivesAllAgentNotices: false,
    receivesBillingEmailNotices: false,
    detailsEditable: true,
    ...change,
  };
};

export const anInvitation = (change: object = {}) => ({
  id: 31,
  href: '/v1/user-invitations/31',
  tenant: { href: '/v1/tenants/7' },
  firstName: 'Ivy',
  surname: 'Ng',
  emailAddress: 'ivy@kerb.test',
  mobilePhone: null,
  jobTitle: null,
  receivesAllAgentNotices: false,
  receivesBillingEmailNotices: false,
  tenantUserType: 'employee',
  profilePictureHref: null,
  sendDate: '2026-11-10T00:00:00.000Z',
  expiryDate: '2026-11-17T00:00:00.000Z',
  isExpired: false,
  ...change,
});
