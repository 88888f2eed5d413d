import sharp from 'sharp';

export type Colour = readonly [red: number, green: number, blue: number];
type Point = readonly [x: number, y: number];

/** A circle, or a polygon without inward corners. Lengths are shares of the picture's height. */
export type Shape = { colour: Colour } & ({ corners: readonly Point[] } | { centre: Point; radius: number });

export const polygon = (colour: Colour, ...corners: Point[]): Shape => ({ colour, corners });
export const circle = (colour: Colour, centre: Point, radius: number): Shape => ({ colour, centre, radius });
export const box = (colour: Colour, [left, top]: Point, [width, height]: Point): Shape =>
  polygon(colour, [left, top], [left + width, top], [left + width, top + height], [left, top + height]);

type Box = { left: number; top: number; right: number; bottom: number };

function boxOf(shape: Shape): Box {
  if ('radius' in shape) {
    const [x, y] = shape.centre;
    return { left: x - shape.radius, top: y - shape.radius, right: x + shape.radius, bottom: y + shape.radius };
  }
  const [xs, ys] = [shape.corners.map(([x]) => x), shape.corners.map(([, y]) => y)];
  return { left: Math.min(...xs), top: Math.min(...ys), right: Math.max(...xs), bottom: Math.max(...ys) };
}

type Depth = (x: number, y: number) => number;

/** How deep a point is inside the shape; negative outside. */
function depthIn(shape: Shape): Depth {
  if ('radius' in shape) {
    const [centreX, centreY] = shape.centre;
    return (x, y) => shape.radius - Math.hypot(x - centreX, y - centreY);
  }
  const edges = shape.corners.map(([x, y], place) => {
    const [nextX, nextY] = shape.corners[(place + 1) % shape.corners.length] ?? [x, y];
    const length = Math.hypot(nextX - x, nextY - y);
    return { x, y, normalX: (nextY - y) / length, normalY: (x - nextX) / length };
  });
  const [middleX, middleY] = [0, 1].map(
    (axis) => shape.corners.reduce((sum, corner) => sum + (corner[axis] ?? 0), 0) / shape.corners.length,
  ) as [number, number];
  const inwards = edges.map((edge) => {
    const sign = Math.sign((middleX - edge.x) * edge.normalX + (middleY - edge.y) * edge.normalY);
    return { ...edge, normalX: edge.normalX * sign, normalY: edge.normalY * sign };
  });
  return (x, y) => {
    let least = Number.POSITIVE_INFINITY;
    for (const edge of inwards) {
      least = Math.min(least, (x - edge.x) * edge.normalX + (y - edge.y) * edge.normalY);
    }
    return least;
  };
}

type Canvas = { width: number; height: number; pixels: Buffer };

/** Mixes the colour into one pixel, by how much of it the shape covers. */
function mix(pixels: Buffer, at: number, colour: Colour, share: number): void {
  for (let place = 0; place < 3; place += 1) {
    const was = pixels[at + place] ?? 0;
    pixels[at + place] = was + ((colour[place] ?? 0) - was) * share;
  }
}

/**
 * Paints one shape, row by row. The pixels of a row that the shape covers whole are next to each other, so only those
 * at its ends are computed.
 */
function paint({ width, height, pixels }: Canvas, shape: Shape): void {
  const { left, top, right, bottom } = boxOf(shape);
  const depth = depthIn(shape);
  const whole = Buffer.from(shape.colour);
  const first = Math.max(0, Math.floor(left * height) - 1);
  const last = Math.min(width - 1, Math.ceil(right * height) + 1);
  const lowest = Math.min(height - 1, Math.ceil(bottom * height) + 1);
  for (let row = Math.max(0, Math.floor(top * height) - 1); row <= lowest; row += 1) {
    const start = row * width;
    const covered = (column: number) => depth((column + 0.5) / height, (row + 0.5) / height) * height + 0.5;
    const mixed = (column: number): boolean => {
      const share = covered(column);
      if (share >= 1) return false;
      if (share > 0) mix(pixels, (start + column) * 3, shape.colour, share);
      return true;
    };
    let from = first;
    while (from <= last && mixed(from)) from += 1;
    let to = last;
    while (to > from && mixed(to)) to -= 1;
    if (from <= last) pixels.fill(whole, (start + from) * 3, (start + to + 1) * 3);
  }
}

/** A picture of flat shapes, painted in their order on a ground that changes from its first colour to its second. */
export async function drawShapes(
  { width, height }: { width: number; height: number },
  [above, below]: readonly [Colour, Colour],
  shapes: readonly Shape[],
): Promise<Buffer> {
  const pixels = Buffer.alloc(width * height * 3);
  for (let row = 0; row < height; row += 1) {
    const share = row / height;
    const line = Buffer.from(above.map((part, place) => part + ((below[place] ?? part) - part) * share));
    pixels.fill(line, row * width * 3, (row + 1) * width * 3);
  }
  for (const shape of shapes) paint({ width, height, pixels }, shape);
  return sharp(pixels, { raw: { width, height, channels: 3 } })
    .png({ compressionLevel: 1 })
    .toBuffer();
}
