import { endpointRows, matchingGroups } from '@kerb/web/features/developer/endpoint-rows.ts';
import { describe, expect, it } from 'vitest';

const rows = endpointRows({
  paths: {
    '/v1/agreements': { get: { summary: 'Campaigns in scope' }, post: { summary: 'Raise a campaign' } },
    '/v1/time-zones': { get: { summary: 'Time zones', tags: ['places'] }, parameters: {} },
  },
});

describe('the endpoints of the document', () => {
  it('are grouped by tag, or by collection', () => {
    expect(matchingGroups(rows, '').map(([group, members]) => [group, members.length])).toEqual([
      ['agreements', 2],
      ['places', 1],
    ]);
  });

  it('are found if every search word occurs in some part', () => {
    expect(matchingGroups(rows, 'POST campaign').flatMap(([, members]) => members.map((row) => row.path))).toEqual([
      '/v1/agreements',
    ]);
    expect(matchingGroups(rows, 'nothing like it')).toEqual([]);
  });

  it('are found by the names and meanings of parameters, and of fields at any depth', () => {
    const schema = { type: 'object', properties: { items: { items: { properties: { paidAmount: {} } } } } };
    const sent = { properties: { campaignBudget: { description: 'In dollars.' } } };
    const [post, get] = endpointRows({
      paths: {
        '/v1/a': {
          post: { requestBody: { content: { 'application/json': { schema: sent } } } },
          get: {
            parameters: [{ name: 'updatedSince', in: 'query', schema: {} }],
            responses: { 200: { content: { 'application/json': { schema } } } },
          },
        },
      },
    }).toSorted((a, b) => (a.method < b.method ? 1 : -1));
    const found = (search: string) => matchingGroups([post!, get!], search).flatMap(([, members]) => members);
    expect(found('campaignbudget')).toEqual([post]);
    expect(found('dollars')).toEqual([post]);
    expect(found('updatedSince')).toEqual([get]);
    expect(found('paidAmount')).toEqual([get]);
  });
});
