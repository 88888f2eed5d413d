import { inTurn } from '@kerb/server/demo/seeded-choice.ts';
import sharp from 'sharp';

const escaped = (text: string) => text.replace(/[\\()]/g, (mark) => `\\${mark}`);

/** A page with a few lines of plain text: the smallest PDF that every viewer opens. */
export function aPdf([heading = '', ...lines]: readonly string[]): Buffer {
  const shown = [
    `BT /F1 22 Tf 60 770 Td (${escaped(heading)}) Tj`,
    '/F1 12 Tf 0 -36 Td',
    ...lines.map((line) => `(${escaped(line)}) Tj 0 -20 Td`),
    '(Made up for a demonstration. No such document exists.) Tj ET',
  ].join('\n');
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${shown.length} >>\nstream\n${shown}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ];
  let written = '%PDF-1.4\n';
  const places = objects.map((object, index) => {
    const place = written.length;
    written += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return place;
  });
  const table = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('');
  const count = objects.length + 1;
  const trailer = `trailer\n<< /Size ${count} /Root 1 0 R >>\nstartxref\n${written.length}\n%%EOF\n`;
  return Buffer.from(`${written}xref\n0 ${count}\n0000000000 65535 f \n${table}${trailer}`, 'latin1');
}

type Colour = readonly [number, number, number];
const [sky, roof, wall, door, lawn]: [Colour, Colour, Colour, Colour, Colour] = [
  [176, 212, 236],
  [150, 74, 58],
  [242, 234, 218],
  [74, 123, 147],
  [122, 164, 98],
];

/** The colour at a point of the picture, both coordinates from 0 to 1: a house with a pointed roof, on a lawn. */
function colourAt(x: number, y: number): Colour {
  const fromMiddle = Math.abs(x - 0.5);
  if (y > 0.82) return lawn;
  if (y > 0.58 && fromMiddle < 0.05) return door;
  if (y > 0.45 && fromMiddle < 0.28) return wall;
  return y > 0.2 && y <= 0.45 && fromMiddle < (y - 0.2) * 1.35 ? roof : sky;
}

async function painted(width: number, height: number, at: (x: number, y: number) => Colour): Promise<Buffer> {
  const pixels = Buffer.alloc(width * height * 3);
  for (let point = 0; point < width * height; point += 1) {
    pixels.set(at((point % width) / width, Math.floor(point / width) / height), point * 3);
  }
  return sharp(pixels, { raw: { width, height, channels: 3 } })
    .png()
    .toBuffer();
}

/** A simple picture of a house. */
export const aPicture = (): Promise<Buffer> => painted(480, 320, colourAt);

const grounds: Colour[] = [
  [74, 123, 147],
  [38, 100, 84],
  [196, 110, 62],
  [116, 84, 132],
  [178, 74, 98],
  [84, 94, 112],
];

/** The colour of an organisation's logo. */
export const brandColourOf = (place: number): string =>
  `#${inTurn(grounds, place)
    .map((part) => part.toString(16).padStart(2, '0'))
    .join('')}`;

/** A gable on a coloured background: an organisation's logo that is legible at small size. */
export function aLogo(place: number): Promise<Buffer> {
  const ground = inTurn(grounds, place);
  return painted(256, 256, (x, y) => {
    const fromMiddle = Math.abs(x - 0.5);
    const isRoof = y > 0.22 && y < 0.5 && fromMiddle < (y - 0.22) * 1.2;
    const isWall = y >= 0.5 && y < 0.78 && fromMiddle < 0.24 && !(y > 0.58 && fromMiddle < 0.07);
    return isRoof || isWall ? [250, 248, 242] : ground;
  });
}
