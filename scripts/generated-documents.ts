import { standings } from '@kerb/domain/access/actor.ts';
import { permissions } from '@kerb/domain/access/permissions.ts';
import { agreementFieldNames, agreementFields } from '@kerb/domain/agreements/agreement-fields.ts';
import { type FieldGroup, fieldGroups } from '@kerb/domain/agreements/field-groups.ts';
import { onReaching, type Transition, transitions } from '@kerb/domain/agreements/transitions.ts';
import { activities } from '@kerb/domain/audit/activity.ts';
import { countries } from '@kerb/domain/countries/countries.ts';
import { type CountryRules, defaultCountryCode } from '@kerb/domain/countries/country.ts';
import { serverCountries } from '@kerb/domain/countries/server-countries.ts';
import { documentRights } from '@kerb/domain/documents/document-rights.ts';
import { endpointsByRoom } from '@kerb/domain/endpoints.ts';
import { evidenceSchema } from '@kerb/domain/signing/evidence.contract.ts';
import { agreementStatuses, statusLabel } from '@kerb/domain/vocabulary/agreement-status.ts';
import { allJobs } from '@kerb/server/jobs.ts';
import { limits } from '@kerb/server/platform/limits/throttle.ts';
import { asvsDocument } from './asvs/asvs-document.ts';
import { environmentExample, handbook } from './configuration-documents.ts';
import { code, page, table } from './markdown.ts';
import { moneyDocument } from './money-document.ts';
import { sdkDocuments } from './sdk/sdk-documents.ts';

const rows = Object.entries(transitions) as [string, Transition][];

function statusMachine(): string {
  const nodeOf = (status: string) => status.replaceAll('-', '_');
  const arrows = rows.flatMap(([, row]) =>
    row.from.map((from) => `  ${nodeOf(from)} --> ${nodeOf(row.to)}: ${row.label}`),
  );
  const names = agreementStatuses.map((status) => `  state "${statusLabel(status, 'marketing')}" as ${nodeOf(status)}`);
  return page(
    'Statuses of a campaign',
    'domain/src/agreements/transitions.ts',
    ['```mermaid', 'stateDiagram-v2', ...names, ...arrows, '```'].join('\n'),
    'An admin may besides set any status from the selector; the effects of reaching a status are the same.',
    table(
      ['move', 'from', 'to', 'who', 'only if'],
      rows.map(([, r]) => [r.label, r.from.join(', '), r.to, r.who.join(', '), r.guard ?? '']),
    ),
    '## Progress, and the effects of reaching a status',
    table(
      ['rank', 'status', 'label', 'writes', 'effects'],
      agreementStatuses.map((s, rank) => {
        const { stamps, effects, last } = onReaching[s];
        return [
          rank,
          code(s),
          statusLabel(s, 'marketing'),
          stamps.join(', '),
          [...effects, ...(last ? [last] : [])].join(', '),
        ];
      }),
    ),
  );
}

const permissionMatrix = () =>
  page(
    'Permissions',
    'domain/src/access/permissions.ts',
    table(
      ['permission', ...standings],
      Object.entries(permissions).map(([name, row]) => [code(name), ...standings.map((standing) => row[standing])]),
    ),
    '## Documents by purpose',
    table(
      ['purpose', 'seen by', 'filed by', 'removed by', 'on success also by', 'stays in', 'for'],
      Object.entries(documentRights).map(([purpose, rights]) => [
        code(purpose),
        ...[rights.see, rights.add, rights.remove, rights.removeOnSuccess, rights.staysIn, rights.staysFor].map(
          (list) => list.join(', '),
        ),
      ]),
    ),
  );

const endpoints = () =>
  page(
    'Endpoints',
    'domain/src/endpoints.ts',
    ...Object.entries(endpointsByRoom).flatMap(([room, endpointTable]) => [
      `## ${room}`,
      table(
        ['call', 'permission', 'what it does'],
        Object.values(endpointTable).map((e) => [code(`${e.method} ${e.path}`), code(e.permission), e.summary]),
      ),
    ]),
  );

const fields = () =>
  page(
    'Fields of a campaign',
    'domain/src/agreements/agreement-fields.ts',
    table(
      ['field', 'seen by', 'changed with'],
      agreementFieldNames.map((name) => [code(name), agreementFields[name].seenBy, agreementFields[name].group ?? '']),
    ),
    '## Who may change a group, and when nobody may',
    table(
      ['group', 'permission', 'locked in'],
      Object.entries(fieldGroups).map(([name, g]: [string, FieldGroup]) => [
        name,
        code(g.permission),
        g.lockedIn.join(', '),
      ]),
    ),
  );

const activityCodes = () =>
  page(
    'Activity codes',
    'domain/src/audit/activity.ts',
    table(
      ['code', 'reads'],
      Object.entries(activities).map(([name, words]) => [code(name), words]),
    ),
  );

const jobs = () =>
  page(
    'Jobs and limits',
    'server/src/jobs.ts',
    table(
      ['job', 'on', 'every'],
      allJobs.map((job) =>
        'every' in job
          ? [code(job.name), 'one server at a time', `${code(job.every)} (UTC cron)`]
          : [code(job.name), 'every server', `${job.everywhereMs / 1_000} s`],
      ),
    ),
    '## Limits',
    table(
      ['limit', 'most', 'within minutes'],
      Object.entries(limits).map(([name, { most, minutes }]) => [code(name), most, minutes]),
    ),
  );

function countrySettings(): string {
  const rules = Object.values(countries);
  const labelsOf = (files: object) => Object.values(files).map(({ label }: { label: string }) => label);
  const show = (value: unknown) => (typeof value === 'object' ? code(JSON.stringify(value)) : String(value));
  const names = Object.keys(countries[defaultCountryCode]) as (keyof CountryRules)[];
  return page(
    'Countries',
    'domain/src/countries',
    'Every difference between the countries. Amounts are in cents, rates in basis points.',
    table(
      ['setting', ...rules.map(({ name }) => name)],
      [
        ...names.map((name) => [code(name), ...rules.map((country) => show(country[name]))]),
        ['bank files', ...rules.map((country) => labelsOf(serverCountries[country.code].bankFiles).join(', '))],
      ],
    ),
  );
}

/** Every printed file by its path. `npm run docs` writes them, and a test checks that they are up to date. */
export const generatedDocuments = (): Record<string, string> => ({
  'docs/generated/status-machine.md': statusMachine(),
  'docs/generated/permissions.md': permissionMatrix(),
  'docs/generated/endpoints.md': endpoints(),
  'docs/generated/campaign-fields.md': fields(),
  'docs/generated/activity-codes.md': activityCodes(),
  'docs/generated/jobs.md': jobs(),
  'docs/generated/countries.md': countrySettings(),
  'docs/generated/how-money-moves.md': moneyDocument(),
  'docs/generated/signature-evidence.schema.json': `${JSON.stringify(evidenceSchema(), null, 2)}\n`,
  'docs/asvs.md': asvsDocument(),
  'docs/operations.md': handbook(),
  '.env.example': environmentExample(),
  ...sdkDocuments(),
});
