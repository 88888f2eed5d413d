import { CodeBlock } from '@kerb/web/design/code-block.tsx';
import { confirm } from '@kerb/web/design/confirm.ts';
import classes from '@kerb/web/features/developer/developer.module.css';
import type { EndpointRow } from '@kerb/web/features/developer/endpoint-rows.ts';
import { formType, jsonType, type Operation, type Parameter } from '@kerb/web/features/developer/openapi.ts';
import { type Tried, tryCall } from '@kerb/web/features/developer/try-call.ts';
import { sentenceFor } from '@kerb/web/platform/api-problem.ts';
import { Alert, Button, Group, NativeSelect, Stack, Textarea, TextInput } from '@mantine/core';
import { type SyntheticEvent, useState } from 'react';

const keyHeader = 'Idempotency-Key';
const firstValues = ({ parameters = [] }: Operation): Record<string, string> =>
  Object.fromEntries(parameters.map(({ name }) => [name, name === keyHeader ? crypto.randomUUID() : '']));

function firstBody({ requestBody }: Operation): string {
  const json = requestBody?.content[jsonType];
  if (json) return JSON.stringify(json.example ?? {}, null, 2);
  const form = requestBody?.content[formType]?.schema;
  return form ? 'grant_type=client_credentials&client_id=&client_secret=' : '';
}

const hasBody = ({ requestBody }: Operation) =>
  Boolean(requestBody?.content[jsonType] || requestBody?.content[formType]);
/** False for an endpoint that takes a file, because a file cannot be typed. */
export const canBeTried = ({ requestBody }: Operation): boolean => !requestBody || hasBody({ requestBody });

type FieldProps = { parameter: Parameter; value: string; onChange: (value: string) => void };

function ParameterField({ parameter: { name, required, schema, description }, value, onChange }: FieldProps) {
  const props = { label: name, description, required: required ?? false, value };
  if (!schema.enum) return <TextInput {...props} onChange={(event) => onChange(event.currentTarget.value)} />;
  const data = ['', ...schema.enum.map(String)];
  return <NativeSelect {...props} data={data} onChange={(event) => onChange(event.currentTarget.value)} />;
}

function Answer({ tried }: { tried: Tried }) {
  const { status, durationMs, etag, text } = tried;
  return (
    <Stack gap="xs" role="status" aria-label="What came back">
      <span>
        <strong>{status}</strong> in {durationMs} ms{etag && <> · ETag {etag}</>}
      </span>
      {text && <CodeBlock label="Answer" text={text} />}
    </Stack>
  );
}

function useTry({ method, path, operation }: EndpointRow) {
  const [values, setValues] = useState(() => firstValues(operation));
  const [body, setBody] = useState(() => firstBody(operation));
  const [tried, setTried] = useState<Tried | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const send = async () => {
    const text = `${method} ${path} is no rehearsal: it is done as you, now.`;
    if (method !== 'GET' && !(await confirm({ title: 'Send this?', text, confirmLabel: 'Send' }))) return;
    setBusy(true);
    setProblem(null);
    setTried(null);
    try {
      setTried(await tryCall(method, path, operation, { values, body }));
    } catch (error) {
      setProblem(sentenceFor(error));
    }
    setBusy(false);
  };
  return { values, setValues, body, setBody, tried, problem, isBusy, send };
}

/** Calls an endpoint with the typed input, and shows the response. */
export function TryIt({ row }: { row: EndpointRow }) {
  const { operation, method, path } = row;
  const { values, setValues, body, setBody, tried, problem, isBusy, send } = useTry(row);
  const onSubmit = (event: SyntheticEvent) => {
    event.preventDefault();
    void send();
  };
  return (
    <form onSubmit={onSubmit} aria-label={`Try ${method} ${path}`}>
      <Stack gap="sm">
        {(operation.parameters ?? []).length > 0 && (
          <div className={classes.inputs}>
            {operation.parameters?.map((parameter) => (
              <ParameterField
                key={parameter.name}
                parameter={parameter}
                value={values[parameter.name] ?? ''}
                onChange={(value) => setValues((before) => ({ ...before, [parameter.name]: value }))}
              />
            ))}
          </div>
        )}
        {hasBody(operation) && (
          <Textarea
            label="Body"
            rows={Math.min(body.split('\n').length + 1, 16)}
            resize="vertical"
            value={body}
            onChange={(event) => setBody(event.currentTarget.value)}
            classNames={{ input: classes.bodyInput }}
            spellCheck={false}
          />
        )}
        <Group>
          <Button type="submit" loading={isBusy}>
            Send
          </Button>
        </Group>
        {problem && (
          <Alert color="danger" role="alert">
            {problem}
          </Alert>
        )}
        {tried && <Answer tried={tried} />}
      </Stack>
    </form>
  );
}
