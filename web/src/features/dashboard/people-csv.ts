import type { TeamAnswer } from '@kerb/domain/dashboard/dashboard.contract.ts';
import { byteOrderMark, csvRecord, textCell, wordCell } from '@kerb/domain/reports/csv.ts';

type Person = TeamAnswer['people'][number];

export const nobody = 'Nobody assigned';
const headers = ['Person', 'Sent', 'Signed or paid', 'Funded', 'Median days to sign'];

const recordOf = ({ name, sent, signed, funded, medianDays }: Person): string =>
  csvRecord([textCell(name ?? nobody), String(sent), String(signed), String(funded), String(medianDays ?? '')]);

/** The people of a team as a spreadsheet, as the screen shows them. */
export const peopleCsv = (people: readonly Person[]): string =>
  [byteOrderMark, csvRecord(headers.map(wordCell)), ...people.map(recordOf)].join('');
