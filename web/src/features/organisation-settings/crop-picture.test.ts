import { cropOf, noTrims } from '@kerb/web/features/organisation-settings/crop-picture.ts';
import { describe, expect, it } from 'vitest';

describe('cropping a logo', () => {
  it('keeps a small picture as it is', () => {
    expect(cropOf({ width: 200, height: 100 }, noTrims).kept).toEqual({ width: 200, height: 100 });
  });

  it('makes a large one as small as a logo is shown', () => {
    expect(cropOf({ width: 6_400, height: 1_200 }, noTrims).kept).toEqual({ width: 640, height: 120 });
    expect(cropOf({ width: 100, height: 2_400 }, noTrims).kept).toEqual({ width: 10, height: 240 });
  });

  it('cuts off each side by its share', () => {
    expect(cropOf({ width: 200, height: 100 }, { left: 10, right: 20, top: 5, bottom: 45 })).toEqual({
      part: { x: 20, y: 5, width: 140, height: 50 },
      kept: { width: 140, height: 50 },
    });
  });
});
