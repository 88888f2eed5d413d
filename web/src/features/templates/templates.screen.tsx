import { templateRules, templateVariables } from '@kerb/domain/notifications/template-rules.ts';
import type { MessageTemplateView } from '@kerb/domain/notifications/templates.contract.ts';
import { Facts } from '@kerb/web/design/facts.tsx';
import { Loaded } from '@kerb/web/design/loaded.tsx';
import { PageHeader } from '@kerb/web/design/page-header.tsx';
import { Surface } from '@kerb/web/design/surface.tsx';
import { TemplateForm } from '@kerb/web/features/templates/template.form.tsx';
import { TemplateVersionsCard } from '@kerb/web/features/templates/template-versions.card.tsx';
import classes from '@kerb/web/features/templates/templates.module.css';
import { templatesQuery } from '@kerb/web/features/templates/templates.queries.ts';
import { NativeSelect, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

/** The words in braces that this message can have. */
function VariablesCard({ template: { kind } }: { template: MessageTemplateView }) {
  const { has, body } = templateRules[kind];
  const needed = new Set(body.flat());
  return (
    <Surface title="Variables">
      <Facts
        rows={has.map((name) => [
          <code key={name}>{`{${name}}`}</code>,
          `${templateVariables[name].meaning}.${needed.has(name) ? ' Must stay.' : ''}`,
        ])}
      />
    </Surface>
  );
}

function Editor({ templates }: { templates: readonly MessageTemplateView[] }) {
  const [kind, setKind] = useState(templates[0]?.kind);
  const template = templates.find((each) => each.kind === kind);
  return (
    <Stack gap="md">
      <NativeSelect
        label="Message"
        data={templates.map(({ kind: value, label }) => ({ value, label }))}
        value={kind}
        onChange={({ currentTarget }) => setKind(templates.find((each) => each.kind === currentTarget.value)?.kind)}
      />
      {template && (
        // Another version, or another message, begins with its own text.
        <div className={classes.columns} key={`${template.kind} ${template.current.id}`}>
          <TemplateForm template={template} />
          <VariablesCard template={template} />
          <TemplateVersionsCard template={template} />
        </div>
      )}
    </Stack>
  );
}

/** The templates of the messages to payers, for admins. */
export function TemplatesScreen() {
  const { data, error, refetch } = useQuery(templatesQuery);
  return (
    <>
      <PageHeader title="Messages to Payers" subtitle="The text of every message that payers get from us." />
      <Loaded data={error ? undefined : data} error={error} onRetry={() => void refetch()} lines={8}>
        {(templates) => <Editor templates={templates} />}
      </Loaded>
    </>
  );
}
