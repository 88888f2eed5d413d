import { signInRuleEndpoints } from '@kerb/domain/organisations/sign-in-rules.contract.ts';
import { confirm } from '@kerb/web/design/confirm.ts';
import { ErrorState } from '@kerb/web/design/error-state.tsx';
import { savingText, withProgress } from '@kerb/web/design/progress.ts';
import { Surface } from '@kerb/web/design/surface.tsx';
import { toast } from '@kerb/web/design/toasts.ts';
import { call } from '@kerb/web/platform/api-client.ts';
import { Switch } from '@mantine/core';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';

const rulesOf = (tenantId: number) =>
  queryOptions({
    queryKey: ['sign-in-rules', tenantId],
    queryFn: () => call(signInRuleEndpoints.read, { params: { tenantId } }),
  });

const asked = {
  title: 'Require two-step login?',
  text: 'Everyone in the team sets it up when they next log in. They get an email about it.',
  confirmLabel: 'Require it',
};

/** Whether the team of an organisation must use two-step login. */
export function SignInRulesCard({ tenantId }: { tenantId: number }) {
  const client = useQueryClient();
  const { data, error } = useQuery(rulesOf(tenantId));
  const save = async (requiresSecondFactor: boolean) => {
    if (requiresSecondFactor && !(await confirm(asked))) return;
    try {
      const rules = await withProgress(savingText, () =>
        call(signInRuleEndpoints.save, { params: { tenantId }, body: { requiresSecondFactor } }),
      );
      client.setQueryData(rulesOf(tenantId).queryKey, rules);
      toast.success('Saved');
    } catch (problem) {
      toast.error(problem);
    }
  };
  return (
    <Surface title="Log In">
      {error && <ErrorState error={error} />}
      {data && (
        <Switch
          label="Two-step login is required of everyone in the team"
          description="After the password, a code from an app on the telephone. Nobody can turn it off for themselves."
          checked={data.requiresSecondFactor}
          onChange={(event) => void save(event.currentTarget.checked)}
        />
      )}
    </Surface>
  );
}
