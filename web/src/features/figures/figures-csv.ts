import { cashLabels, cashLines } from '@kerb/domain/dashboard/cash-forecast.ts';
import type { PlatformFigures } from '@kerb/domain/dashboard/platform-figures.contract.ts';
import { decimalFromCents } from '@kerb/domain/kernel/money.ts';
import { ageingLabels } from '@kerb/domain/loan-books/ageings.ts';
import { lvrLabel } from '@kerb/domain/loan-books/lvr.ts';
import { byteOrderMark, csvRecord, textCell, wordCell } from '@kerb/domain/reports/csv.ts';
import { nobody } from '@kerb/web/features/dashboard/people-csv.ts';
import { type ShownSpan, spanName } from '@kerb/web/features/figures/spans.ts';
import { saveFile } from '@kerb/web/platform/files.ts';

const fileOf = (headers: readonly string[], records: readonly string[][]): string =>
  [byteOrderMark, csvRecord(headers.map(wordCell)), ...records.map(csvRecord)].join('');

const ofCampaigns = ['Sent', 'Signed or paid', 'Funded', 'Median days to sign'];
type OfCampaigns = { sent: number; signed: number; funded: number; medianDays: number | null };
const campaignCells = ({ sent, signed, funded, medianDays }: OfCampaigns): string[] =>
  [sent, signed, funded, medianDays ?? ''].map(String);

export const organisationsCsv = ({ organisations }: Pick<PlatformFigures, 'organisations'>): string =>
  fileOf(
    ['Organisation', ...ofCampaigns, 'Loans', 'Owed by payers', 'Owed to the organisation'],
    organisations.map((row) => [
      textCell(row.tenantName),
      ...campaignCells(row),
      String(row.loans),
      decimalFromCents(row.owedByPayers),
      decimalFromCents(row.owedToOrganisation),
    ]),
  );

export const personsCsv = ({ people }: Pick<PlatformFigures, 'people'>): string =>
  fileOf(
    ['Person', 'Organisation', ...ofCampaigns],
    people.map((row) => [textCell(row.name ?? nobody), textCell(row.tenantName), ...campaignCells(row)]),
  );

export const forecastCsv = ({ forecast }: Pick<PlatformFigures, 'forecast'>): string => {
  const names = [...cashLines, 'out', 'in', 'net'] as const;
  const record = (name: string, from: string, to: string, of: Pick<ShownSpan, (typeof names)[number]>) => [
    wordCell(name),
    from,
    to,
    ...names.map((each) => decimalFromCents(of[each])),
  ];
  return fileOf(
    ['Week', 'From', 'To', ...cashLines.map((line) => cashLabels[line]), 'Money out', 'Money in', 'Difference'],
    [
      ...forecast.spans.map((span) => record(spanName(span), span.from ?? '', span.to ?? '', span)),
      record('Total', '', '', forecast.total),
    ],
  );
};

export const portfolioCsv = ({ portfolio: { ageing, lvr } }: Pick<PlatformFigures, 'portfolio'>): string =>
  fileOf(
    ['Grouped by', 'Group', 'Loans', 'Owed'],
    [
      ...ageing.map((row) => [
        'Past due',
        wordCell(ageingLabels[row.ageing]),
        String(row.loans),
        decimalFromCents(row.owed),
      ]),
      ...lvr.map((row) => [
        'Share of the sale',
        wordCell(lvrLabel(row.lvr)),
        String(row.loans),
        decimalFromCents(row.owed),
      ]),
    ],
  );

export const saveCsv = (text: string, name: string): void =>
  saveFile(new Blob([text], { type: 'text/csv;charset=utf-8' }), name);
