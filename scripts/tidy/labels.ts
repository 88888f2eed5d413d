import { agreementFieldNames } from '@kerb/domain/agreements/agreement-fields.ts';
import { labelOfField } from '@kerb/domain/agreements/field-labels.ts';
import { flowNumberLabel } from '@kerb/domain/agreements/flow-number.ts';
import { settingFields } from '@kerb/domain/organisations/setting-fields.ts';
import { payerLabels } from '@kerb/domain/payers/payer-details.ts';
import { propertyLabels } from '@kerb/domain/properties/property-labels.ts';
import { personLabels } from '@kerb/domain/vocabulary/person-labels.ts';
import type { Node, SourceFile } from './source.ts';

type Table = { path: string; labels: readonly unknown[] };

/** The tables of fields, with the file of each. */
const tables: readonly Table[] = [
  { path: 'domain/src/agreements/field-labels.ts', labels: agreementFieldNames.map(labelOfField) },
  { path: 'domain/src/agreements/flow-number.ts', labels: [flowNumberLabel] },
  {
    path: 'domain/src/organisations/setting-fields.ts',
    labels: Object.values(settingFields).map(({ label }) => label),
  },
  { path: 'domain/src/payers/payer-details.ts', labels: Object.values(payerLabels) },
  { path: 'domain/src/properties/property-labels.ts', labels: Object.values(propertyLabels) },
  { path: 'domain/src/vocabulary/person-labels.ts', labels: Object.values(personLabels) },
];

/** A single word, such as 'Email', has other meanings too. A label that depends on the country is a function. */
const isOwn = (label: unknown): label is string => typeof label === 'string' && label.includes(' ');

const tableOf = new Map(tables.flatMap(({ path, labels }) => labels.filter(isOwn).map((label) => [label, path])));

function textOf(node: Node): string | undefined {
  if (node.type !== 'Literal' && node.type !== 'JSXText') return undefined;
  return typeof node.value === 'string' ? node.value.replace(/\s+/g, ' ').trim() : undefined;
}

/** A translation names the English words that it translates. Its own test finds a label that was renamed. */
const isTranslation = (path: string): boolean => /^web\/src\/checkout\/words\/[^/]+\//.test(path);

/** A label is written once, in its table of fields. Everything else reads it from there; tests write it out. */
export function readsLabels(file: SourceFile): string[] {
  if (file.isTest || isTranslation(file.path) || !/^(domain|server|web)\/src\//.test(file.path)) return [];
  return file.nodes.flatMap(({ node }) => {
    const text = textOf(node);
    const table = text === undefined ? undefined : tableOf.get(text);
    if (table === undefined || table === file.path) return [];
    return [`line ${file.lineOf(node.start)}: '${text}' is a label of ${table}`];
  });
}
