import classes from '@kerb/web/features/developer/developer.module.css';
import type { EndpointRow } from '@kerb/web/features/developer/endpoint-rows.ts';
import {
  answerSchema,
  formType,
  jsonType,
  otherAnswers,
  type Parameter,
  type Schema,
} from '@kerb/web/features/developer/openapi.ts';
import { type SchemaRow, schemaRows, typeText } from '@kerb/web/features/developer/schema-rows.ts';
import { canBeTried, TryIt } from '@kerb/web/features/developer/try-it.form.tsx';
import { Button, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';

function Fields({ label, rows }: { label: string; rows: readonly SchemaRow[] }) {
  return (
    <div>
      <Title order={4}>{label}</Title>
      <ul className={classes.fields} aria-label={label}>
        {rows.map(({ key, name, depth, type, isRequired, note }) => (
          <li key={key} style={{ paddingInlineStart: `${depth}rem` }}>
            <code>{name}</code>
            {isRequired && <span className={classes.required}>required</span>}{' '}
            <span className={classes.type}>{type}</span>
            {note && <span className={classes.note}> {note}</span>}
          </li>
        ))}
      </ul>
    </div>
  );
}

const parameterRow = ({ name, in: place, required = false, schema, description }: Parameter): SchemaRow => ({
  key: `${place} ${name}`,
  name,
  depth: 0,
  type: typeText(schema),
  isRequired: required,
  note: [`in the ${place}`, description?.replaceAll('`', '')].filter(Boolean).join('. '),
});

function Statuses({ rows }: { rows: ReturnType<typeof otherAnswers> }) {
  return (
    <div>
      <Title order={4}>Other answers</Title>
      <ul className={classes.fields} aria-label="Other answers">
        {rows.map(({ status, description }) => (
          <li key={status}>
            <code>{status}</code> <span className={classes.note}>{description.replaceAll('`', '')}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Lists the fields of an object; names any other type. */
function Described({ label, schema }: { label: string; schema: Schema }) {
  const rows = schemaRows(schema);
  if (rows.length > 0) return <Fields label={label} rows={rows} />;
  return (
    <div>
      <Title order={4}>{label}</Title>
      <span className={classes.type}>{typeText(schema)}</span>
    </div>
  );
}

export function EndpointDetails({ row }: { row: EndpointRow }) {
  const [isTrying, setTrying] = useState(false);
  const { operation, method, path } = row;
  const content = operation.requestBody?.content;
  const body = content?.[jsonType]?.schema ?? content?.[formType]?.schema;
  const answer = answerSchema(operation);
  const parameters = operation.parameters ?? [];
  const others = otherAnswers(operation);
  return (
    <Stack gap="md" className={classes.details}>
      {operation.description && <Text size="sm">{operation.description.replaceAll('`', '')}</Text>}
      {canBeTried(operation) && (
        <div>
          <Button
            variant="default"
            size="xs"
            aria-expanded={isTrying}
            aria-label={`Try it out: ${method} ${path}`}
            onClick={() => setTrying(!isTrying)}
          >
            Try it out
          </Button>
        </div>
      )}
      {isTrying && <TryIt row={row} />}
      {parameters.length > 0 && <Fields label="Parameters" rows={parameters.map(parameterRow)} />}
      {body && <Described label="Body" schema={body} />}
      {answer && <Described label="Answer" schema={answer} />}
      {others.length > 0 && <Statuses rows={others} />}
    </Stack>
  );
}
