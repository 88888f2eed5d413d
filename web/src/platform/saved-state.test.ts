import { forgetUser, keepStateOf, readSaved, writeSaved } from '@kerb/web/platform/saved-state.ts';
import { beforeEach, describe, expect, it } from 'vitest';

beforeEach(() => {
  sessionStorage.clear();
  localStorage.clear();
  keepStateOf(2);
});

describe('the saved state of a list', () => {
  it('is kept for each user, and apart during impersonation', () => {
    writeSaved('all-campaigns', '?textQuery=wombat');
    keepStateOf(3);
    expect(readSaved('all-campaigns')).toBeNull();
    sessionStorage.setItem('kerb.view-as', JSON.stringify({ header: 'manager:7', label: 'a manager' }));
    keepStateOf(2);
    expect(readSaved('all-campaigns')).toBeNull();
    sessionStorage.removeItem('kerb.view-as');
    keepStateOf(2);
    expect(readSaved('all-campaigns')).toBe('?textQuery=wombat');
  });

  it('is cleared on Log Out, with all else that this browser keeps about the user', () => {
    writeSaved('all-campaigns', '?textQuery=wombat');
    sessionStorage.setItem('kerb.view-as', '{}');
    localStorage.setItem('kerb.typed.501', '{"answers":{"firstName":"Maria"}}');
    localStorage.setItem('kerb.single-keys', 'off');
    forgetUser();
    expect({ ...sessionStorage }).toEqual({});
    expect({ ...localStorage }).toEqual({ 'kerb.single-keys': 'off' });
  });

  it('is not written again by a list that answers during Log Out', () => {
    forgetUser();
    writeSaved('trail', { textQuery: 'wombat' });
    expect({ ...sessionStorage }).toEqual({});
    keepStateOf(3);
    writeSaved('trail', { textQuery: 'wombat' });
    expect(readSaved('trail')).toEqual({ textQuery: 'wombat' });
  });
});
