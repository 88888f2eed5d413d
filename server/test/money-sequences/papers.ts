import { buildersFor } from '../builders.ts';
import { Broken } from './ask.ts';
import { look } from './sight.ts';
import { cents, type World } from './world.ts';

/** The fields of a line of CSV. A field with a comma or a quote is quoted. */
const fieldsOf = (line: string): string[] =>
  [...line.matchAll(/("(?:[^"]|"")*"|[^,]*)(?:,|$)/g)].map(([, field = '']) =>
    field.startsWith('"') ? field.slice(1, -1).replaceAll('""', '"') : field,
  );

async function readReport({ stage }: World, reader: number, name: string): Promise<Record<string, string>[]> {
  const { body, statusCode } = await stage.as(reader)('GET', `/reports/${name}`);
  if (statusCode !== 200) throw new Broken(`an admin reads the report ${name}: ${statusCode} ${body}`);
  const [headers = '', ...lines] = body
    .replace(/^\uFEFF/, '')
    .split('\r\n')
    .filter(Boolean);
  const names = fieldsOf(headers);
  return lines.map((line) => Object.fromEntries(fieldsOf(line).map((field, at) => [names[at] ?? '', field])));
}

const campaignOf = (line: Record<string, string>): number => Number(line['Flow No.']?.replace(/\D/g, ''));

/** The spreadsheets say what the ledger and the campaign's page say. They are long, so a sequence reads them once. */
export async function judgePapers(world: World): Promise<void> {
  const { campaigns } = await look(world);
  // Exports are rate limited, so each world has its own reader.
  const { userId } = await buildersFor(world.stage).aPerson('admin');
  const listed = await readReport(world, userId, 'agency-campaigns');
  const invoices = await readReport(world, userId, 'invoices');
  for (const { id, record, books } of campaigns) {
    const line = listed.find((one) => campaignOf(one) === id);
    const upfront = line?.['Upfront Amount'] ?? 'no line';
    const expected = record.campaignUpfrontAmount === null ? '' : record.campaignUpfrontAmount.toFixed(2);
    if (upfront !== expected) throw new Broken(`the report has '${upfront}' paid for ${id}, not '${expected}'`);
    const unpaid = invoices
      .filter((one) => campaignOf(one) === id)
      .reduce((sum, one) => sum + cents(one['Unpaid Amount'] ?? ''), 0);
    if (unpaid !== (books.payer ?? 0)) {
      throw new Broken(`the report has ${unpaid / 100} unpaid for ${id}, the ledger ${(books.payer ?? 0) / 100}`);
    }
  }
}
