import { decideOrigins, mostOrigins } from '@kerb/domain/embedding/allowed-origins.ts';
import { type Embedding, embeddingEndpoints, savedEmbedding } from '@kerb/domain/embedding/embedding.contract.ts';
import { embedPath, plainFrame, snippetOf } from '@kerb/domain/embedding/snippets.ts';
import { CodeBlock } from '@kerb/web/design/code-block.tsx';
import { confirm } from '@kerb/web/design/confirm.ts';
import { ContractForm, SubmitButton } from '@kerb/web/design/contract-form.tsx';
import { ErrorState } from '@kerb/web/design/error-state.tsx';
import { useContractForm } from '@kerb/web/design/form.ts';
import { savingText, withProgress } from '@kerb/web/design/progress.ts';
import { LinesSkeleton } from '@kerb/web/design/skeletons.tsx';
import { Surface } from '@kerb/web/design/surface.tsx';
import { toast } from '@kerb/web/design/toasts.ts';
import { embeddingOf } from '@kerb/web/features/embedding/embedding.queries.ts';
import classes from '@kerb/web/features/embedding/own-website.module.css';
import { call, callVersioned, type Versioned } from '@kerb/web/platform/api-client.ts';
import { settings } from '@kerb/web/platform/settings.ts';
import { Button, Group, Stack, Switch, Text, Textarea } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';

const replaceAsked = {
  title: 'Replace the key?',
  text: 'The calculator on your website stops until you put the new key there. Pay buttons go on.',
  confirmLabel: 'Replace it',
  danger: true,
};

const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
const valuesOf = ({ isOn, origins }: Embedding) => ({ isOn, origins: origins.join('\n') });

type RecordProps = { tenantId: number; record: Versioned<Embedding> };

function useWebsiteForm({ tenantId, record }: RecordProps) {
  const client = useQueryClient();
  const version = useRef(record.version);
  const form = useContractForm({
    body: savedEmbedding,
    initialValues: valuesOf(record.value),
    toBody: ({ isOn, origins }) => ({ isOn, origins: linesOf(origins) }),
    submit: async (body) => {
      const params = { tenantId };
      const saved = await withProgress(savingText, () =>
        callVersioned(embeddingEndpoints.save, { params, body, ifMatch: version.current }),
      );
      version.current = saved.version;
      client.setQueryData(embeddingOf(tenantId).queryKey, saved);
      form.form.setValues(valuesOf(saved.value));
      form.form.setInitialValues(valuesOf(saved.value));
      toast.success('Saved');
    },
    reload: async () => {
      const newest = await client.fetchQuery({ ...embeddingOf(tenantId), staleTime: 0 });
      version.current = newest.version;
      return valuesOf(newest.value);
    },
  });
  const { alsoCheck } = form;
  useEffect(
    () =>
      alsoCheck('origins', (typed) => {
        const decided = decideOrigins(linesOf(String(typed)), { isSandbox: settings().sandbox });
        return decided.ok ? null : decided.because;
      }),
    [alsoCheck],
  );
  return form;
}

function WebsiteForm(props: RecordProps) {
  const form = useWebsiteForm(props);
  return (
    <ContractForm form={form} label="On your own website">
      <Switch label="Show it on our website" {...form.form.getInputProps('isOn', { type: 'checkbox' })} />
      <Textarea
        label="Websites"
        description={`One address in each line, such as https://www.example.com. At most ${mostOrigins}.`}
        rows={4}
        inputMode="url"
        autoComplete="off"
        spellCheck={false}
        {...form.field('origins')}
      />
      <Group>
        <SubmitButton disabled={!form.isDirty}>Save</SubmitButton>
      </Group>
    </ContractForm>
  );
}

/** What to copy, and how it looks. */
function Snippets({ tenantId, embedding, embedKey }: { tenantId: number; embedding: Embedding; embedKey: string }) {
  const client = useQueryClient();
  const replace = async () => {
    if (!(await confirm(replaceAsked))) return;
    try {
      await withProgress(savingText, () => call(embeddingEndpoints.replaceKey, { params: { tenantId } }));
      toast.success('The key has been replaced');
    } catch (problem) {
      toast.error(problem);
    }
    await client.invalidateQueries({ queryKey: embeddingOf(tenantId).queryKey });
  };
  return (
    <Stack gap="md">
      <CodeBlock label="Calculator" text={snippetOf('calculator', embedKey, embedding.script)} />
      <CodeBlock
        label="Calculator without our script"
        text={plainFrame('calculator', embedKey, window.location.origin)}
      />
      <Text size="sm">
        A Pay button belongs to one campaign: make it on the page of the campaign, below its payers. The Developer page
        says what the frames tell your page, under On your own site.
      </Text>
      <div>
        <Text size="sm" fw={600} mb={4}>
          Preview
        </Text>
        <iframe className={classes.preview} src={embedPath('calculator', embedKey)} title="Preview of the calculator" />
      </div>
      <Group>
        <Button variant="default" onClick={() => void replace()}>
          Replace the Key
        </Button>
      </Group>
    </Stack>
  );
}

const explained =
  'Your website can show a calculator of the ways to pay, and a Pay button for a campaign, in your colour. Other websites ' +
  'cannot show them. Visitors see no personal data and nobody is signed in there.';

/** What the organisation shows on its own website: where, and what to copy. */
export function OwnWebsiteCard({ tenantId }: { tenantId: number }) {
  const { data, error, refetch } = useQuery(embeddingOf(tenantId));
  const { isOn, key = null } = data?.value ?? {};
  return (
    <Surface title="On your own website">
      <Stack gap="md">
        <Text size="sm">{explained}</Text>
        {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
        {!error && !data && <LinesSkeleton lines={4} />}
        {data && <WebsiteForm tenantId={tenantId} record={data} />}
        {data && isOn && key && <Snippets tenantId={tenantId} embedding={data.value} embedKey={key} />}
      </Stack>
    </Surface>
  );
}
