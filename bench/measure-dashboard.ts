import { adminUser, employeeOf, managerOf, tenants } from './generate-people.ts';
import type { Section } from './report.ts';
import type { Stage } from './stage.ts';
import { type Asked, timedColumns, timedRows, timePaths } from './time-paths.ts';

const cards = '/v1/dashboard/agency/filter';
const funded = '/v1/dashboard/agency/funded';
// biome-ignore format: a table
const questions: Asked[] = [
  { what: 'cards of the largest organisation',               path: cards,                                 userId: managerOf(tenants.largest) },
  { what: 'cards of a middling organisation',                path: cards,                                 userId: managerOf(tenants.middling) },
  { what: 'cards of an employee of the largest',             path: cards,                                 userId: employeeOf(tenants.largest) },
  { what: 'cards of the largest, as an admin',               path: `${cards}?tenantId=${tenants.largest}`,  userId: adminUser },
  { what: 'a common word over all, as an admin',             path: `${cards}?textQuery=wattle`,           userId: adminUser },
  { what: 'a rare word over all, as an admin',               path: `${cards}?textQuery=blackgate`,        userId: adminUser },
  { what: 'funded of the largest organisation',              path: funded,                                userId: managerOf(tenants.largest) },
  { what: 'funded of a middling organisation',               path: funded,                                userId: managerOf(tenants.middling) },
  { what: 'funded of all organisations, as an admin',        path: funded,                                userId: adminUser },
  { what: 'campaigns in each status, as an admin',           path: '/v1/agreements/volumes',              userId: adminUser },
  { what: 'counts of what needs an admin',                   path: '/v1/needs',                           userId: adminUser },
  { what: 'counts of what needs the largest organisation',   path: '/v1/needs',                           userId: managerOf(tenants.largest) },
  { what: 'counts of what needs an employee of the largest', path: '/v1/needs',                           userId: employeeOf(tenants.largest) },
  { what: 'applications to approve, as an admin',            path: '/v1/needs/toApprove',                 userId: adminUser },
  { what: 'due and overdue loans, as an admin',              path: '/v1/needs/pastDue',                   userId: adminUser },
  { what: 'campaigns to fund, as an admin',                  path: '/v1/needs/toFund',                    userId: adminUser },
];

/** The dashboard of organisations and of admins, without the server. */
export async function measureDashboard({ small, large, pace: { runs } }: Stage): Promise<Section> {
  const few = await timePaths(small, runs, () => questions);
  const many = await timePaths(large, runs, () => questions);
  return {
    title: 'The dashboard, in the database',
    about: `The time that PostgreSQL reports for planning and running the product's own statements, without the one that authenticates.
Each figure was asked for ${runs} times. No statement may scan a table of campaigns.`,
    columns: timedColumns(small.size, large.size),
    rows: timedRows(few, many),
  };
}
