import type { MessageTemplateView, TemplateVersion } from '@kerb/domain/notifications/templates.contract.ts';
import { confirm } from '@kerb/web/design/confirm.ts';
import { DateText } from '@kerb/web/design/date-text.tsx';
import { Loaded } from '@kerb/web/design/loaded.tsx';
import { savingText, withProgress } from '@kerb/web/design/progress.ts';
import { Surface } from '@kerb/web/design/surface.tsx';
import { toast } from '@kerb/web/design/toasts.ts';
import classes from '@kerb/web/features/templates/templates.module.css';
import { useTemplateChanges, versionsQuery } from '@kerb/web/features/templates/templates.queries.ts';
import { Badge, Button, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';

const nameOf = ({ id, isDefault }: TemplateVersion): string => {
  if (id === null) return 'The text that we ship';
  return isDefault ? 'Back to the text that we ship' : 'Own text';
};

type VersionProps = { version: TemplateVersion; isCurrent: boolean; onRestore: () => void };

function Version({ version, isCurrent, onRestore }: VersionProps) {
  const { date, userName, subject } = version;
  return (
    <li className={classes.version}>
      <div>
        <strong>{nameOf(version)}</strong> {isCurrent && <Badge variant="light">In use</Badge>}
        <Text size="sm">{subject}</Text>
        {date && (
          <Text size="sm" c="dimmed">
            {`${userName}, `}
            <DateText value={date} style="time" />
          </Text>
        )}
      </div>
      {!isCurrent && (
        <Button size="xs" variant="default" aria-label={`Restore ${nameOf(version)}: ${subject}`} onClick={onRestore}>
          Restore
        </Button>
      )}
    </li>
  );
}

/** Every version of a template. Nothing is ever deleted: restoring writes the earlier text once more. */
export function TemplateVersionsCard({ template }: { template: MessageTemplateView }) {
  const { kind, current } = template;
  const { data, error, refetch } = useQuery(versionsQuery(kind));
  const { restore } = useTemplateChanges(kind);
  const bringBack = async (version: TemplateVersion) => {
    const isSure = await confirm({
      title: 'Restore this text?',
      text: 'The next messages use it. The present text stays in the list.',
      confirmLabel: 'Restore',
    });
    if (!isSure) return;
    try {
      await withProgress(savingText, () => restore({ version: version.id, basedOn: current.id }));
      toast.success('Restored');
    } catch (failure) {
      toast.error(failure);
    }
  };
  return (
    <Surface title="Versions">
      <Loaded data={error ? undefined : data} error={error} onRetry={() => void refetch()} lines={3}>
        {(versions) => (
          <ul className={classes.versions} aria-label="Versions">
            {versions.map((version) => (
              <Version
                key={version.id ?? 'shipped'}
                version={version}
                isCurrent={version.id === current.id}
                onRestore={() => void bringBack(version)}
              />
            ))}
          </ul>
        )}
      </Loaded>
    </Surface>
  );
}
