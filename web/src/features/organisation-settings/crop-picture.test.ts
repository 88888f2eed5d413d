import { cropOf, noTrims } from '@kerb/web/features/organisation-settings/crop-picture.ts';
import { describe, expect, it } from 'vitest';

describe('cropping a logo', () => {
  it('keeps a small picture unchanged', () => {
    expect(cropOf({ width: 200, height: 100 }, noTrims).kept).toEqual({ width: 200, height: 100 });
  });

  it("shrinks a large picture to a logo's display size", () => {
    expect(cropOf({ width: 6_400, height: 1_200 }, noTrims).kept).toEqual({ width: 640, height: 120 });
    expect(cropOf({ width: 100, height: 2_400 }, noTrims).kept).toEqual({ width: 10, height: 240 });
  });

  it('trims each side by its percentage', () => {
    expect(cropOf({ width: 200, height: 100 }, { left: 10, right: 20, top: 5, bottom: 45 })).toEqual({
      part: { x: 20, y: 5, width: 140, height: 50 },
      kept: { width: 140, height: 50 },
    });
  });
});
