import { agreementSorts } from '@kerb/domain/agreements/agreement-sorts.ts';
import { openStatuses } from '@kerb/domain/vocabulary/agreement-status.ts';
import { adminUser, employeeOf, firstVendor, managerOf, tenants } from './generate-people.ts';

/** A list request as a user sends it. */
export type Case = {
  group: Group;
  what: string;
  userId: number;
  query: Record<string, string>;
  /** The longest allowed time in the database, in milliseconds, if there is a target. */
  mostMs?: number;
};

type Group =
  | 'All Campaigns'
  | 'sorts'
  | 'filters'
  | 'deep pages'
  | 'rare words'
  | 'common words'
  | 'organisations'
  | 'people';
// biome-ignore format: a table
const limits: Partial<Record<Group, number>> = {
  'rare words':   20,
  'common words': 300,
  organisations:  5,
  people:         5,
};

const open = { status: openStatuses.join(',') };

/** All Campaigns as it opens for an admin: nine statuses, most progressed first, a hundred rows. */
export const defaultList: Case = { group: 'All Campaigns', what: 'as it opens', userId: adminUser, query: open };

export const pathOf = ({ query }: Case): string => `/v1/agreements?${new URLSearchParams(query)}`;

const asAdmin = (group: Group, cases: Record<string, Record<string, string>>): Case[] =>
  Object.entries(cases).map(([what, query]) => ({ group, what, userId: adminUser, query }));

const sorts = agreementSorts.flatMap((sortBy) =>
  ['1', '0'].map(
    (sortDesc): Case => ({
      group: 'sorts',
      what: `${sortBy} ${sortDesc === '1' ? 'descending' : 'ascending'}`,
      userId: adminUser,
      query: { ...open, sortBy, sortDesc },
    }),
  ),
);

// biome-ignore format: a table
const filters = asAdmin('filters', {
  'no status chosen':                        {},
  'one status of few':                       { status: 'signed' },
  'one status of many':                      { status: 'complete' },
  'Pay Later':                               { ...open, finance: 'pl' },
  'Pay On Success, by date sent, oldest':    { ...open, finance: 'pos', sortBy: 'sentDate', sortDesc: '0' },
  'signed and Pay On Success':               { status: 'signed', finance: 'pos' },
  'drafts, oldest first':                    { status: 'draft', sortBy: 'id', sortDesc: '0' },
  'rejected Pay On Success, by start':       { status: 'rejected', finance: 'pos', sortBy: 'campaignPlannedStartDate' },
  'Action Suggested':                        { ...open, actionSuggested: '1' },
  'Action Suggested, by date sent':          { ...open, actionSuggested: '1', sortBy: 'sentDate' },
});

const pages = (count: number): Case[] =>
  ['status', 'id', 'campaignPlannedStartDate'].flatMap((sortBy) =>
    [50, 500, 5_000, Math.ceil(count / 100)]
      .filter((page) => page <= Math.ceil(count / 100))
      .flatMap((page) => asAdmin('deep pages', { [`page ${page} by ${sortBy}`]: { sortBy, page: String(page) } })),
  );

// biome-ignore format: a table
const searches = [
  ...asAdmin('rare words', {
    'in 1 of 100,000':                         { textQuery: 'yellowwater' },
    'in 1 of 15,000':                          { textQuery: 'blackgate' },
    'in 1 of 120':                             { textQuery: 'petrel' },
    'in 1 of 15,000, among the open ones':     { ...open, textQuery: 'blackgate' },
    'a common word and a rare one':            { textQuery: 'yass blackgate' },
    'a number and a street':                   { textQuery: '117 corella' },
    'two letters found nowhere':               { textQuery: 'zq' },
    'no match':                                { textQuery: 'xylophone' },
  }),
  ...asAdmin('common words', {
    'in 1 of 20':                              { textQuery: 'wattle' },
    'in 1 of 3':                               { textQuery: 'st' },
    'in 1 of 20, by date sent':                { textQuery: 'wattle', sortBy: 'sentDate' },
    'in 1 of 20, among the open ones':         { ...open, textQuery: 'wattle' },
    'in 1 of 20, the hundredth page':          { textQuery: 'wattle', page: '100' },
    'one letter':                              { textQuery: 'w' },
    'two letters':                             { textQuery: 'ib' },
    'the word on a badge':                     { textQuery: 'live' },
    'two common words':                        { textQuery: 'wattle yass' },
    "an agent's name":                         { textQuery: 'lin trialton' },
  }),
];

// biome-ignore format: a table
const others: Case[] = [
  { group: 'organisations', what: 'the largest, as its manager',            userId: managerOf(tenants.largest),   query: {} },
  { group: 'organisations', what: 'the largest, by date sent',              userId: managerOf(tenants.largest),   query: { sortBy: 'sentDate' } },
  { group: 'rare words',    what: 'in the largest organisation: a common word',             userId: managerOf(tenants.largest),   query: { textQuery: 'wattle' } },
  { group: 'rare words',    what: 'in the largest organisation: a rare word',               userId: managerOf(tenants.largest),   query: { textQuery: 'blackgate' } },
  { group: 'organisations', what: 'the largest, Action Suggested',          userId: managerOf(tenants.largest),   query: { actionSuggested: '1' } },
  { group: 'organisations', what: 'the largest, as an admin, open ones',    userId: adminUser,                    query: { ...open, tenantId: String(tenants.largest) } },
  { group: 'organisations', what: 'a middling one, as its manager',         userId: managerOf(tenants.middling),  query: {} },
  { group: 'rare words',    what: 'in a middling organisation: a common word',          userId: managerOf(tenants.middling),  query: { textQuery: 'wattle' } },
  { group: 'organisations', what: 'a small one, as its manager',            userId: managerOf(tenants.small),     query: {} },
  { group: 'people',        what: "an employee's own, in the largest",      userId: employeeOf(tenants.largest),  query: {} },
  { group: 'people',        what: "an employee's own, in a middling one",   userId: employeeOf(tenants.middling), query: {} },
  { group: 'people',        what: "an agent's, as an admin",                userId: adminUser,                    query: { agentUserId: String(employeeOf(tenants.largest)) } },
  { group: 'people',        what: "a payer's own",                          userId: firstVendor + 2,              query: {} },
  { group: 'people',        what: "a payer's, as an admin",                 userId: adminUser,                    query: { signatoryUserId: String(firstVendor + 2) } },
];

/** Every list that is timed in a database of `count` campaigns. */
export const casesFor = (count: number): Case[] =>
  [defaultList, ...sorts, ...filters, ...pages(count), ...searches, ...others].map((one) => {
    const mostMs = limits[one.group];
    return mostMs === undefined ? one : { ...one, mostMs };
  });
