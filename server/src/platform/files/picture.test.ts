import { redrawn, thumbnail } from '@kerb/server/platform/files/picture.ts';
import { refusals } from '@kerb/server/platform/files/refused-file.ts';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { aBlankPng } from '../../../test/png.ts';

const plain = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#4A7B93' } });
/** A photo from a phone held sideways: landscape, with an orientation mark, a location and a camera. */
const photo = () =>
  plain(40, 20)
    .withExif({ IFD0: { Make: 'SecretCamera', Copyright: 'Ann' }, IFD3: { GPSLatitudeRef: 'S' } })
    .withMetadata({ orientation: 6 });

describe('a re-encoded picture', () => {
  it.each(['jpeg', 'png', 'webp'] as const)('carries only its pixels (%s)', async (form) => {
    const before = await photo()[form]().toBuffer();
    expect((await sharp(before).metadata()).exif?.includes('SecretCamera')).toBe(true);
    const after = await redrawn(before, form);
    const { exif, icc, xmp, iptc, orientation } = await sharp(after).metadata();
    expect({ exif, icc, xmp, iptc, orientation }).toEqual({});
    expect(after.includes('SecretCamera')).toBe(false);
  });

  it('is upright', async () => {
    const { width, height } = await sharp(await redrawn(await photo().jpeg().toBuffer(), 'jpeg')).metadata();
    expect([width, height]).toEqual([20, 40]);
  });

  it('loses data hidden after its end', async () => {
    const picture = Buffer.concat([await plain(10, 10).jpeg().toBuffer(), Buffer.from('<script>alert(1)</script>')]);
    expect((await redrawn(picture, 'jpeg')).includes('script')).toBe(false);
  });

  it('keeps the frames of an animation', async () => {
    const frames = [await plain(8, 8).png().toBuffer(), await plain(8, 8).negate().png().toBuffer()];
    const gif = await sharp(frames, { join: { animated: true } })
      .gif({ delay: 100 })
      .toBuffer();
    expect((await sharp(await redrawn(gif, 'gif'), { animated: true }).metadata()).pages).toBe(2);
  });

  it('is refused with too many pixels before it is decoded', async () => {
    const huge = aBlankPng(30_000, 30_000);
    const before = process.memoryUsage.rss();
    await expect(redrawn(huge, 'png')).rejects.toThrow(refusals.hugePicture);
    expect(process.memoryUsage.rss() - before).toBeLessThan(100_000_000);
  });

  it('is refused if it is truncated or no picture', async () => {
    const cut = (await photo().png().toBuffer()).subarray(0, 60);
    await expect(redrawn(cut, 'png')).rejects.toThrow(refusals.badPicture);
    await expect(redrawn(Buffer.from('not a picture'), 'png')).rejects.toThrow(refusals.badPicture);
  });

  it.each(['svg', 'tiff'])('is refused if its content is %s', async (form) => {
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>1</script></svg>');
    const bytes = form === 'svg' ? svg : await plain(9, 9).tiff().toBuffer();
    await expect(redrawn(bytes, 'png')).rejects.toThrow(refusals.badPicture);
  });
});

describe('a thumbnail', () => {
  // biome-ignore format: a table
  it.each([
    [[2_000, 1_000], [320, 160]],
    [[100, 2_400],   [4, 96]],
    [[30, 20],       [30, 20]],
  ] as const)('of %j is %j: complete, upright, and never larger than the original', async ([width, height], kept) => {
    const box = { width: 320, height: kept[1] === 160 ? 160 : 96 };
    const small = await sharp(await thumbnail(await plain(width, height).png().toBuffer(), box)).metadata();
    expect([small.width, small.height, small.format]).toEqual([...kept, 'webp']);
  });

  it('carries only its pixels', async () => {
    const small = await thumbnail(await photo().jpeg().toBuffer(), { width: 10, height: 10 });
    const { width, height, exif } = await sharp(small).metadata();
    expect([width, height, exif]).toEqual([5, 10, undefined]);
  });
});
