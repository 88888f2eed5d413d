import {
  importTooLarge,
  mostImportCharacters,
  mostImportColumns,
  mostImportRows,
} from '@kerb/domain/imports/import-limits.ts';
import { digits, id, moment, requiredText } from '@kerb/domain/wire/codecs.ts';
import { defineEndpoints } from '@kerb/domain/wire/endpoint.ts';
import * as z from 'zod/mini';

const text = z.string().check(z.minLength(1), z.maxLength(mostImportCharacters, importTooLarge));
const column = z.int().check(z.minimum(0), z.maximum(mostImportColumns - 1));
/** The column of each field, counted from 0. A field without a column is absent. */
const mapping = z.record(z.string(), column);
const line = z.int().check(z.minimum(1));

/** Without a mapping, the columns are guessed from their headers and from the last import. */
export const checkedFile = z.strictObject({ text, mapping: z.optional(mapping) });

export const newImport = z.strictObject({
  fileName: requiredText(200),
  text,
  mapping,
  /** The lines of the chosen rows, as an editor counts. */
  lines: z.array(line).check(z.minLength(1), z.maxLength(mostImportRows)),
});
export type NewImport = z.output<typeof newImport>;

const checkedRow = z.object({
  line: z.int(),
  texts: z.record(z.string(), z.string()),
  /** The first error of each field. A row without errors can be imported. */
  errors: z.record(z.string(), z.string()),
});
export type CheckedRow = z.output<typeof checkedRow>;

export const importCheck = z.object({ headers: z.array(z.string()), mapping, rows: z.array(checkedRow) });
export type ImportCheck = z.output<typeof importCheck>;

/** After an undo, a row that was created is removed or kept. */
export const rowOutcomes = ['created', 'refused', 'removed', 'kept'] as const;
export type RowOutcome = (typeof rowOutcomes)[number];

const importSummary = z.object({
  id,
  href: z.string(),
  fileName: z.string(),
  createdDate: moment,
  /** Null if that person no longer exists. */
  createdByName: z.nullable(z.string()),
  undoneDate: z.nullable(moment),
  /** The last moment for an undo; null if the import was undone. */
  undoUntil: z.nullable(moment),
  counts: z.object({ created: z.int(), refused: z.int(), removed: z.int(), kept: z.int() }),
});
export type ImportSummary = z.output<typeof importSummary>;

const importedRow = z.object({
  line: z.int(),
  outcome: z.enum(rowOutcomes),
  /** The name of what was created; null if nothing was. */
  name: z.nullable(z.string()),
  /** Why a row was refused, removed or kept. */
  message: z.string(),
});
export type ImportedRow = z.output<typeof importedRow>;

export const importDetails = z.extend(importSummary, { rows: z.array(importedRow) });
export type ImportDetails = z.output<typeof importDetails>;

const ofTenant = z.object({ tenantId: digits });
const one = z.object({ tenantId: digits, importId: digits });
const many = z.object({ items: z.array(importSummary) });

// biome-ignore format: a table
export const teamImportEndpoints = defineEndpoints({
  check:  { method: 'POST', path: '/v1/tenants/{tenantId}/team-imports/check', permission: 'invitation.change', summary: 'Check a CSV file of team members, row by row, without a change', params: ofTenant, body: checkedFile, response: importCheck, withoutKey: 'reads' },
  create: { method: 'POST', path: '/v1/tenants/{tenantId}/team-imports', permission: 'invitation.change', summary: 'Invite the chosen rows of a CSV file of team members, with the outcome of each', params: ofTenant, body: newImport, response: importDetails, status: 201, location: '/v1/tenants/{tenantId}/team-imports/{id}', proof: 'always' },
  list:   { method: 'GET',  path: '/v1/tenants/{tenantId}/team-imports', permission: 'invitation.read', summary: 'List the last imports of team members, the newest first', params: ofTenant, response: many },
  get:    { method: 'GET',  path: '/v1/tenants/{tenantId}/team-imports/{importId}', permission: 'invitation.read', summary: 'Read an import of team members with the outcome of each row', params: one, response: importDetails },
  undo:   { method: 'POST', path: '/v1/tenants/{tenantId}/team-imports/{importId}/undo', permission: 'invitation.change', summary: 'Undo an import of team members: revoke the invitations that nobody has touched since', params: one, response: importDetails },
});

// biome-ignore format: a table
export const campaignImportEndpoints = defineEndpoints({
  check:  { method: 'POST', path: '/v1/tenants/{tenantId}/campaign-imports/check', permission: 'campaign-import.change', summary: 'Check a CSV file of campaigns, row by row, without a change', params: ofTenant, body: checkedFile, response: importCheck, withoutKey: 'reads' },
  create: { method: 'POST', path: '/v1/tenants/{tenantId}/campaign-imports', permission: 'campaign-import.change', summary: 'Create the campaigns of the chosen rows of a CSV file, with the outcome of each', params: ofTenant, body: newImport, response: importDetails, status: 201, location: '/v1/tenants/{tenantId}/campaign-imports/{id}' },
  list:   { method: 'GET',  path: '/v1/tenants/{tenantId}/campaign-imports', permission: 'campaign-import.read', summary: 'List the last imports of campaigns, the newest first', params: ofTenant, response: many },
  get:    { method: 'GET',  path: '/v1/tenants/{tenantId}/campaign-imports/{importId}', permission: 'campaign-import.read', summary: 'Read an import of campaigns with the outcome of each row', params: one, response: importDetails },
  undo:   { method: 'POST', path: '/v1/tenants/{tenantId}/campaign-imports/{importId}/undo', permission: 'campaign-import.change', summary: 'Undo an import of campaigns: cancel the drafts that nobody has touched since', params: one, response: importDetails },
});
