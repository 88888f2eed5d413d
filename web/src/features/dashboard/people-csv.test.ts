import { peopleCsv } from '@kerb/web/features/dashboard/people-csv.ts';
import { expect, it } from 'vitest';

it('the people of a team are a spreadsheet in which no name is a formula', () => {
  const figures = { sent: 3, signed: 2, funded: 1, medianDays: 4 };
  const people = [
    { ...figures, agentUserId: 1, name: 'Mia "Mo" Mockridge' },
    { ...figures, agentUserId: 2, name: '=HYPERLINK("x")', medianDays: null },
    { ...figures, agentUserId: null, name: null },
  ];
  expect(peopleCsv(people).split('\r\n')).toEqual([
    '\uFEFFPerson,Sent,Signed or paid,Funded,Median days to sign',
    '"Mia ""Mo"" Mockridge",3,2,1,4',
    '"\'=HYPERLINK(""x"")",3,2,1,',
    '"Nobody assigned",3,2,1,4',
    '',
  ]);
});
