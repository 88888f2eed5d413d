import type { AgreementRow, agreementListEndpoints } from '@kerb/domain/agreements/campaign-list.contract.ts';
import { centsFromDollars } from '@kerb/domain/kernel/money.ts';
import { asSent, type PlainCall, type SentOf } from '@kerb/domain/wire/plain-call.ts';

type Endpoints = typeof agreementListEndpoints;
type SentRow = SentOf<Endpoints['list']>['items'][number];

const idIn = ({ href }: { href: string }): number => Number(href.slice(href.lastIndexOf('/') + 1));

const readRow = ({ tenant, campaignBudget, ...row }: SentRow): AgreementRow => ({
  ...row,
  tenant: idIn(tenant),
  campaignBudget: campaignBudget === null ? null : centsFromDollars(campaignBudget),
});

// biome-ignore format: a table
export const campaignListCalls: { [Name in keyof Endpoints]: PlainCall<Endpoints[Name]> } = {
  list:    { method: 'GET', path: '/v1/agreements', permission: 'agreement.read', read: ({ items, ...page }) => ({ ...page, items: items.map(readRow) }) },
  volumes: { method: 'GET', path: '/v1/agreements/volumes', permission: 'agreement.volumes', read: asSent },
};
