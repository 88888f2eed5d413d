import { mostLinesOnAdvice, remittanceTitle } from '@kerb/domain/batches/remittances.contract.ts';
import { remittanceLabels, remittedLabels } from '@kerb/domain/batches/remittances.ts';
import { writtenMonth } from '@kerb/domain/kernel/dates.ts';
import { must } from '@kerb/domain/kernel/must.ts';
import { remittanceColumns } from '@kerb/domain/reports/remittance-columns.ts';
import type { Advice, AdviceLine } from '@kerb/server/features/batches/remittance-advice.ts';
import type { Deps } from '@kerb/server/platform/deps.ts';
import { dayOnPaper, fileDateOf, letterheadOf, moneyOnPaper } from '@kerb/server/platform/pdf/letterhead.ts';
import type { PdfBlock, PdfDocument, PdfFact, PdfTotal } from '@kerb/server/platform/pdf/pdf-document.ts';
import { Problem } from '@kerb/server/platform/problems/problem.ts';

type Settings = Pick<Deps, 'config' | 'country'>;

const sumOf = (lines: readonly AdviceLine[]) => lines.reduce((sum, { amount }) => sum + amount, 0);

/** What a line is for, in one cell: 'AU10231 12 Wattle St, Yass NSW 2582. Invoice 7.' */
function purposeOf({ flowNumber, campaign, address, reference, part, invoice, note }: AdviceLine): string {
  // Most campaigns have the name of their street.
  const named = address?.startsWith(campaign) ? address : [campaign, ...(address === null ? [] : [address])].join(', ');
  const words = [
    `${flowNumber} ${named}`,
    invoice === null ? remittedLabels[part] : `${remittedLabels[part]} ${invoice}`,
    ...(reference === null ? [] : [`${remittanceColumns.reference.header}: ${reference}`]),
    ...(note === null ? [] : [note]),
  ];
  return words.map((each) => each.replace(/\.?$/, '.')).join(' ');
}

/** Lines of one payment or return: the same day, batch and account. */
const transferOf = ({ day, kind, batch, account }: AdviceLine): string => JSON.stringify([day, kind, batch, account]);

function headingOf({ day, kind, batch, account }: AdviceLine, deps: Settings): string {
  const how = batch === null ? 'without a batch' : `batch ${batch}`;
  const into = account === null ? [] : [account];
  return [`${remittanceLabels[kind]}, ${how}`, dayOnPaper(day, deps), ...into].join(', ');
}

function transferBlocks(lines: readonly AdviceLine[], deps: Settings): PdfBlock[] {
  if (lines.length === 0) return [{ kind: 'paragraph', text: 'Nothing was paid in this month.' }];
  const { gross, fees, tax, amount, part } = remittanceColumns;
  const figures = [gross, fees, tax, amount].map(({ header }) => ({ label: header, isFigure: true as const }));
  const money = (cents: number) => moneyOnPaper(cents, deps);
  return [...Map.groupBy(lines, transferOf).values()].flatMap((own) => {
    const rows = own.map((line) => [purposeOf(line), ...[line.gross, line.fees, line.tax, line.amount].map(money)]);
    const text = headingOf(must(own[0], 'first line'), deps);
    return [
      { kind: 'heading', text },
      { kind: 'table', columns: [{ label: part.header }, ...figures], rows },
    ] satisfies PdfBlock[];
  });
}

function factsOf({ chosen, lines }: Advice, deps: Settings): PdfFact[] {
  if ('month' in chosen) return [['Month', writtenMonth(chosen.month, deps.country.locale)]];
  const paid = lines.find(({ kind }) => kind === 'paid');
  return [
    ['Batch payment', String(chosen.batch)],
    ['Date transferred', dayOnPaper(paid?.day ?? null, deps)],
  ];
}

function totalsOf(lines: readonly AdviceLine[], deps: Settings): PdfTotal[] {
  const of = (wanted: AdviceLine['kind']) => lines.filter(({ kind }) => kind === wanted);
  const returned = of('returned');
  return [
    { label: remittanceLabels.paid, value: moneyOnPaper(sumOf(of('paid')), deps) },
    ...(returned.length > 0 ? [{ label: remittanceLabels.returned, value: moneyOnPaper(sumOf(returned), deps) }] : []),
    { label: 'Total', value: moneyOnPaper(sumOf(lines), deps), isStrong: true },
  ];
}

/** The paper that says for what an organisation was paid. */
export function remittancePaper(deps: Settings, advice: Advice): PdfDocument {
  const { organisation, chosen, lines } = advice;
  const { country } = deps;
  if (lines.length > mostLinesOnAdvice) {
    const most = mostLinesOnAdvice.toLocaleString(country.locale);
    throw new Problem(409, 'too-many-records', `A PDF has at most ${most} payments. Download the spreadsheet.`);
  }
  const firstDay = 'month' in chosen ? `${chosen.month}-01` : undefined;
  const accounts = [...new Set(lines.flatMap(({ account }) => account ?? []))];
  return {
    title: remittanceTitle,
    locale: country.locale,
    letterhead: letterheadOf(deps),
    date: fileDateOf(must(lines.at(-1)?.day ?? firstDay, 'the day of an advice')),
    footer: `${country.brand} · ${remittanceTitle} · ${organisation}`,
    blocks: [
      {
        kind: 'parties',
        columns: [
          { label: 'To', lines: [organisation] },
          { label: remittanceColumns.account.header, lines: accounts.length > 0 ? accounts : ['–'] },
        ],
      },
      { kind: 'facts', rows: factsOf(advice, deps) },
      ...transferBlocks(lines, deps),
      { kind: 'totals', rows: totalsOf(lines, deps) },
    ],
  };
}
