import { box, type Colour, circle, drawShapes, polygon, type Shape } from '@kerb/server/demo/draw-shapes.ts';
import { inTurn } from '@kerb/server/demo/seeded-choice.ts';

/** Large enough for a phone, and quick to draw. */
const photoSize = { width: 640, height: 427 };
const portraitSize = { width: 256, height: 256 };

// biome-ignore format: a table
const colours = {
  white:  [250, 248, 242], cream:  [242, 233, 214], brick:   [176, 104, 82],  slate: [92, 104, 116],  tile: [158, 82, 62],
  glass:  [150, 190, 208], frame:  [236, 238, 238], timber:  [138, 98, 66],   teal:  [42, 112, 118],
  lawn:   [124, 166, 96],  hedge:  [78, 124, 74],   leaves:  [92, 142, 84],   trunk: [112, 86, 64],   path: [206, 198, 182],
  hills:  [150, 180, 172], shadow: [206, 196, 178], charcoal: [66, 72, 80],
} as const satisfies Record<string, Colour>;

type Sky = readonly [Colour, Colour];
const morning: Sky = [
  [138, 192, 228],
  [222, 238, 244],
];
const evening: Sky = [
  [176, 178, 216],
  [248, 214, 186],
];

const window = (left: number, top: number, width = 0.13, height = 0.13): Shape[] => [
  box(colours.frame, [left - 0.008, top - 0.008], [width + 0.016, height + 0.016]),
  box(colours.glass, [left, top], [width, height]),
  box(colours.frame, [left + width / 2 - 0.003, top], [0.006, height]),
];
const door = (colour: Colour, left: number, top: number, height: number): Shape[] => [
  box(colours.frame, [left - 0.008, top - 0.008], [0.116, height + 0.008]),
  box(colour, [left, top], [0.1, height]),
  circle(colours.white, [left + 0.085, top + height * 0.55], 0.007),
];
const tree = (x: number, size = 1): Shape[] => [
  box(colours.trunk, [x - 0.012 * size, 0.78 - 0.2 * size], [0.024 * size, 0.2 * size]),
  circle(colours.leaves, [x - 0.07 * size, 0.78 - 0.26 * size], 0.1 * size),
  circle(colours.hedge, [x + 0.06 * size, 0.78 - 0.28 * size], 0.11 * size),
  circle(colours.leaves, [x, 0.78 - 0.37 * size], 0.11 * size),
];
const garden: Shape[] = [
  circle(colours.hills, [0.2, 1.25], 0.66),
  circle(colours.hills, [1.3, 1.3], 0.7),
  box(colours.lawn, [0, 0.78], [1.5, 0.22]),
];
const pathTo = (x: number): Shape =>
  polygon(colours.path, [x - 0.05, 0.78], [x + 0.05, 0.78], [x + 0.16, 1], [x - 0.16, 1]);
const hedge = (from: number, to: number): Shape => box(colours.hedge, [from, 0.73], [to - from, 0.07]);

/** A cottage with a pointed roof. */
const cottage: Shape[] = [
  box(colours.tile, [0.96, 0.22], [0.06, 0.2]),
  box(colours.cream, [0.45, 0.46], [0.68, 0.32]),
  polygon(colours.tile, [0.38, 0.46], [0.79, 0.2], [1.2, 0.46]),
  box(colours.shadow, [0.45, 0.46], [0.68, 0.018]),
  ...window(0.52, 0.55),
  ...window(0.93, 0.55),
  ...door(colours.teal, 0.74, 0.56, 0.22),
];

/** A wide brick house with a hipped roof and a veranda. */
const bungalow: Shape[] = [
  box(colours.brick, [0.3, 0.5], [0.94, 0.28]),
  polygon(colours.slate, [0.22, 0.5], [0.42, 0.3], [1.12, 0.3], [1.32, 0.5]),
  ...window(0.38, 0.57, 0.2),
  ...window(0.98, 0.57, 0.2),
  ...door(colours.timber, 0.74, 0.56, 0.22),
  box(colours.white, [0.62, 0.49], [0.34, 0.025]),
  ...[0.63, 0.93].map((left) => box(colours.white, [left, 0.5], [0.018, 0.28])),
];

/** A new house of two flat boxes with much glass. */
const modern: Shape[] = [
  box(colours.white, [0.36, 0.5], [0.84, 0.28]),
  box(colours.charcoal, [0.52, 0.26], [0.62, 0.25]),
  box(colours.timber, [0.36, 0.5], [0.16, 0.28]),
  ...window(0.58, 0.31, 0.24, 0.15),
  ...window(0.9, 0.31, 0.18, 0.15),
  ...window(0.78, 0.55, 0.34, 0.23),
  ...door(colours.charcoal, 0.6, 0.56, 0.22),
  box(colours.charcoal, [0.34, 0.485], [0.88, 0.02]),
];

// biome-ignore format: a table
const houses: readonly { sky: Sky; shapes: readonly Shape[] }[] = [
  { sky: morning, shapes: [...garden, ...tree(0.2, 1.1), pathTo(0.79), ...cottage, hedge(0.02, 0.4), hedge(1.2, 1.5)] },
  { sky: evening, shapes: [...garden, ...tree(1.4, 0.9), pathTo(0.79), ...bungalow, hedge(0, 0.26)] },
  { sky: evening, shapes: [...garden, ...tree(1.32, 1.2), pathTo(0.65), ...modern, hedge(0, 0.34)] },
];
export const houseCount = houses.length;

/** A drawing in place of a photo of a property: plainly not a photo, and not of anybody's home. */
export function aHouse(place: number): Promise<Buffer> {
  const { sky, shapes } = inTurn(houses, place);
  return drawShapes(photoSize, sky, shapes);
}

type Looks = { skin: Colour; hair: Colour; coat: Colour; ground: Colour; isLong: boolean };
// biome-ignore format: a table
const looks: readonly Looks[] = [
  { skin: [240, 204, 176], hair: [92, 62, 44],    coat: [42, 84, 112],  ground: [214, 228, 234], isLong: true },
  { skin: [196, 146, 108], hair: [40, 34, 32],    coat: [66, 72, 80],   ground: [232, 222, 206], isLong: false },
  { skin: [226, 182, 146], hair: [58, 46, 40],    coat: [38, 100, 84],  ground: [218, 232, 220], isLong: false },
  { skin: [148, 102, 74],  hair: [34, 28, 28],    coat: [150, 70, 62],  ground: [238, 226, 214], isLong: true },
  { skin: [246, 214, 190], hair: [196, 150, 92],  coat: [84, 78, 120],  ground: [226, 222, 236], isLong: true },
  { skin: [232, 192, 160], hair: [168, 168, 168], coat: [58, 82, 66],   ground: [222, 230, 216], isLong: false },
];

const head = ({ skin, hair, coat, isLong }: Looks): Shape[] => [
  ...(isLong ? [circle(hair, [0.5, 0.46], 0.25), box(hair, [0.25, 0.46], [0.5, 0.26])] : []),
  circle(coat, [0.5, 1.1], 0.42),
  box(skin, [0.42, 0.56], [0.16, 0.18]),
  polygon(colours.white, [0.4, 0.72], [0.6, 0.72], [0.5, 0.88]),
  circle(hair, [0.5, 0.38], 0.215),
  circle(skin, [0.5, 0.44], 0.19),
  box(hair, [0.33, 0.25], [0.34, 0.12]),
  circle(colours.charcoal, [0.43, 0.44], 0.016),
  circle(colours.charcoal, [0.57, 0.44], 0.016),
  circle([178, 92, 84], [0.5, 0.535], 0.035),
  box(skin, [0.44, 0.49], [0.12, 0.045]),
];

/** A drawn face in place of a person's photo. */
export function aPortrait(place: number): Promise<Buffer> {
  const look = inTurn(looks, place);
  return drawShapes(portraitSize, [look.ground, look.ground], head(look));
}
