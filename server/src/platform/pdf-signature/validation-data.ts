import { found, lastObjectOf } from '@kerb/server/platform/pdf-signature/pdf-objects.ts';
import type { Revocations } from '@kerb/server/platform/ports/time-stamps.ts';

/** With these a reader checks the signature when the authorities no longer answer. */
export type ValidationData = Revocations & { certificates: readonly Buffer[] };

const references = (numbers: readonly number[]) => `[${numbers.map((number) => `${number} 0 R`).join(' ')}]`;

/**
 * Appends the validation data as a DSS dictionary (ETSI EN 319 142-1) in an incremental update. It is not signed: each
 * certificate and list has its own signature. The same data always makes the same bytes, so a reader can tell it from
 * anything else that was appended.
 */
export function withValidationData(pdf: Buffer, { certificates, lists, answers }: ValidationData): Buffer {
  const source = pdf.toString('latin1');
  const trailer = found(/trailer\n<<([\s\S]*?)>>\nstartxref/, source.slice(source.lastIndexOf('trailer')), 'trailer');
  const root = Number(found(/\/Root (\d+) 0 R/, trailer, 'catalogue'));
  const size = Number(found(/\/Size (\d+)/, trailer, 'size'));
  const previous = found(/startxref\n(\d+)\n/, source.slice(source.lastIndexOf('startxref')), 'table');
  const streams = [...certificates, ...lists, ...answers];
  const numbers = streams.map((_, place) => size + 1 + place);
  const [afterCertificates, afterLists] = [certificates.length, certificates.length + lists.length];
  const named = (name: string, from: number, to: number) =>
    to > from ? ` /${name} ${references(numbers.slice(from, to))}` : '';
  const ofLists = named('CRLs', afterCertificates, afterLists) + named('OCSPs', afterLists, streams.length);
  const dss = `/Type /DSS /Certs ${references(numbers.slice(0, afterCertificates))}${ofLists}`;
  const objects: [number, string][] = [
    [root, `<<${lastObjectOf(source, root)} /DSS ${size} 0 R>>`],
    [size, `<<${dss}>>`],
    ...streams.map((bytes, place): [number, string] => [
      size + 1 + place,
      `<</Length ${bytes.length}>>\nstream\n${bytes.toString('latin1')}\nendstream`,
    ]),
  ];
  let added = '';
  const places: string[] = [];
  for (const [number, body] of objects) {
    places.push(`${number} 1\n${String(pdf.length + added.length).padStart(10, '0')} 00000 n \n`);
    added += `${number} 0 obj\n${body}\nendobj\n`;
  }
  const rest = trailer.replace(/\/Size \d+/, `/Size ${size + 1 + streams.length}`).replace(/ \/Prev \d+/, '');
  const table = pdf.length + added.length;
  added += `xref\n${places.join('')}trailer\n<<${rest} /Prev ${previous} >>\nstartxref\n${table}\n%%EOF\n`;
  return Buffer.concat([pdf, Buffer.from(added, 'latin1')]);
}

/** The validation data after the signature; null if there is something else, or something besides. */
export function validationDataIn(pdf: Buffer, end: number): ValidationData | null {
  const added = pdf.subarray(end).toString('latin1');
  const form = /\/Type \/DSS \/Certs \[([^\]]*)\](?: \/CRLs \[([^\]]*)\])?(?: \/OCSPs \[([^\]]*)\])?>>/;
  const [, certs, crls = '', ocsps = ''] = form.exec(added) ?? [];
  if (certs === undefined) return null;
  const streamsOf = (list: string): Buffer[] | null => {
    const found = [...list.matchAll(/(\d+) 0 R/g)].map(([, number]) => {
      const head = new RegExp(`(?:^|\\n)${number} 0 obj\\n<</Length (\\d{1,7})>>\\nstream\\n`).exec(added);
      if (!head) return null;
      const start = end + head.index + head[0].length;
      return pdf.subarray(start, start + Number(head[1]));
    });
    return found.every((each) => each !== null) ? found : null;
  };
  const [certificates, lists, answers] = [streamsOf(certs), streamsOf(crls), streamsOf(ocsps)];
  if (!certificates || !lists || !answers) return null;
  const data = { certificates, lists, answers };
  return withValidationData(pdf.subarray(0, end), data).equals(pdf) ? data : null;
}
