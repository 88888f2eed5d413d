import { cursorText, placeIn } from '@kerb/domain/wire/sync.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

const place = fc.record({ xid: fc.maxSafeNat(), id: fc.maxSafeNat() });

describe('a cursor', () => {
  it('is read as the place that it was written for', () => {
    fc.assert(
      fc.property(place, (at) => {
        expect(placeIn('campaign 7', cursorText('campaign 7', at))).toEqual(at);
      }),
    );
  });

  it('of another list or organisation is refused', () => {
    fc.assert(
      fc.property(place, (at) => {
        expect(placeIn('campaign 7', cursorText('campaign 8', at))).toBeNull();
        expect(placeIn('campaign 7', cursorText('payer 7', at))).toBeNull();
      }),
    );
  });

  it('that nobody wrote is refused', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const read = placeIn('campaign 7', text);
        if (read) expect(placeIn('campaign 7', cursorText('campaign 7', read))).toEqual(read);
      }),
    );
    expect(placeIn('campaign 7', 'campaign_7-zzzzzzzzzzz-1')).toBeNull();
  });
});
