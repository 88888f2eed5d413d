import {
  integrationEndpoints,
  type ServiceCredential,
  type ServiceIdentity,
} from '@kerb/domain/integrations/integrations.contract.ts';
import { confirm } from '@kerb/web/design/confirm.ts';
import { EmptyState } from '@kerb/web/design/empty-state.tsx';
import { ErrorState } from '@kerb/web/design/error-state.tsx';
import { withProgress } from '@kerb/web/design/progress.ts';
import { LinesSkeleton } from '@kerb/web/design/skeletons.tsx';
import { Surface } from '@kerb/web/design/surface.tsx';
import { toast } from '@kerb/web/design/toasts.ts';
import { AddCredentialDialog } from '@kerb/web/features/integrations/add-credential.dialog.tsx';
import { CreateProgramDialog } from '@kerb/web/features/integrations/create-program.dialog.tsx';
import { EditProgramDialog } from '@kerb/web/features/integrations/edit-program.dialog.tsx';
import classes from '@kerb/web/features/integrations/integrations.module.css';
import { programsOf } from '@kerb/web/features/integrations/integrations.queries.ts';
import { type ProgramAction, ProgramItem } from '@kerb/web/features/integrations/program-item.tsx';
import { call, callVersioned } from '@kerb/web/platform/api-client.ts';
import { useSession } from '@kerb/web/platform/session.tsx';
import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';

type Opened = { dialog: 'create' } | { dialog: 'edit' | 'add'; program: ServiceIdentity };

/** Changes that happen at once, without their own dialog. */
function useProgramChanges(tenantId: number) {
  const client = useQueryClient();
  const { userId } = useSession();
  const run = async (done: string, work: () => Promise<unknown>) => {
    try {
      await withProgress('Saving...', work);
      toast.success(done);
    } catch (problem) {
      toast.error(problem);
    }
    await client.invalidateQueries({ queryKey: programsOf(tenantId).queryKey });
  };
  const asked = (title: string, text: string) => confirm({ title, text, confirmLabel: title, danger: true });
  return {
    takeOver: ({ id: identityId }: ServiceIdentity) =>
      run('Saved', () => callVersioned(integrationEndpoints.save, { params: { identityId }, body: { owner: userId } })),
    end: async ({ id: identityId, name }: ServiceIdentity) => {
      const text = `End the access of ${name}? What uses it stops working at once, and this cannot be undone.`;
      if (!(await asked('End access', text))) return;
      await run('Ended', () => call(integrationEndpoints.end, { params: { identityId } }));
    },
    endCredential: async ({ id: credentialId, kind }: ServiceCredential, { name }: ServiceIdentity) => {
      const text = `End this ${kind} of ${name}? What uses it stops working at once, and this cannot be undone.`;
      if (!(await asked(`End ${kind}`, text))) return;
      await run('Ended', () => call(integrationEndpoints.endCredential, { params: { credentialId } }));
    },
  };
}

/** The programs that act for an organisation, such as its CRM; for its managers and admins. */
export function IntegrationCredentialsCard({ tenantId }: { tenantId: number }) {
  const { data, error, refetch } = useQuery(programsOf(tenantId));
  const { userId } = useSession();
  const [opened, setOpened] = useState<Opened | null>(null);
  const { takeOver, end, endCredential } = useProgramChanges(tenantId);
  const close = () => setOpened(null);
  const onAction = (program: ServiceIdentity) => (action: ProgramAction) => {
    if (action === 'take-over') void takeOver(program);
    else if (action === 'end') void end(program);
    else setOpened({ dialog: action, program });
  };
  return (
    <Surface
      title="Integration credentials"
      actions={
        <Button variant="default" onClick={() => setOpened({ dialog: 'create' })}>
          Add a program
        </Button>
      }
    >
      {error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <LinesSkeleton lines={3} />}
      {data?.length === 0 && (
        <EmptyState
          text="No program acts for this organisation."
          help="Your own software, such as a CRM, can create and read campaigns for you."
        />
      )}
      {data && data.length > 0 && (
        <ul className={classes.programs}>
          {data.map((program) => (
            <ProgramItem
              key={program.id}
              program={program}
              isOwner={program.owner === userId}
              onAction={onAction(program)}
              onEndCredential={(credential) => void endCredential(credential, program)}
            />
          ))}
        </ul>
      )}
      {opened?.dialog === 'create' && <CreateProgramDialog tenantId={tenantId} onClose={close} />}
      {opened?.dialog === 'edit' && <EditProgramDialog identityId={opened.program.id} onClose={close} />}
      {opened?.dialog === 'add' && <AddCredentialDialog program={opened.program} onClose={close} />}
    </Surface>
  );
}
