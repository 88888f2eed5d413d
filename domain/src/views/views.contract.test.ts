import { savedListView, viewEndpoints } from '@kerb/domain/views/views.contract.ts';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';

describe('a view of a list', () => {
  const body = { list: 'all-campaigns', name: 'Stuck', search: 'status=approved' };

  it('has a trimmed name, and its search unchanged', () => {
    expect(z.parse(savedListView, { ...body, name: '  Stuck ' })).toEqual(body);
    expect(z.parse(savedListView, { ...body, search: '' }).search).toBe('');
    expect(z.parse(savedListView, { ...body, search: ' a=b ' }).search).toBe(' a=b ');
    expect(z.parse(savedListView, { ...body, name: 'x'.repeat(60), search: 'x'.repeat(2000) }).name).toHaveLength(60);
  });

  it.each([
    { list: 'users' },
    { name: '' },
    { name: '   ' },
    { name: 'x'.repeat(61) },
    { search: 'x'.repeat(2001) },
    { search: { status: 'approved' } },
    { search: undefined },
    { userId: 7 },
  ])('is refused with %j', (change) => {
    expect(z.safeParse(savedListView, { ...body, ...change }).success).toBe(false);
  });

  it('is requested by its list', () => {
    expect(z.safeParse(viewEndpoints.list.query, {}).success).toBe(false);
    expect(z.safeParse(viewEndpoints.list.query, { list: 'users' }).success).toBe(false);
    expect(z.parse(viewEndpoints.list.query, { list: 'all-campaigns' })).toEqual({ list: 'all-campaigns' });
  });
});
