import type { Role } from '@kerb/domain/access/actor.ts';
import { isUsable } from '@kerb/domain/options/finance-options.ts';
import { mayEnable, setsOptionTerms } from '@kerb/domain/options/tenant-option-rules.ts';
import { financeOptionLabels } from '@kerb/domain/vocabulary/value-lists.ts';
import { DropPanel } from '@kerb/web/design/drop-down.tsx';
import { ErrorState } from '@kerb/web/design/error-state.tsx';
import { withProgress } from '@kerb/web/design/progress.ts';
import { LinesSkeleton } from '@kerb/web/design/skeletons.tsx';
import { Surface } from '@kerb/web/design/surface.tsx';
import { toast } from '@kerb/web/design/toasts.ts';
import { ToggleSwitch } from '@kerb/web/design/toggle-switch.tsx';
import { ToneBadge } from '@kerb/web/design/tone-badge.tsx';
import { PayLaterTerms } from '@kerb/web/features/options/pay-later-terms.form.tsx';
import classes from '@kerb/web/features/options/tenant-options.module.css';
import {
  type ShownOption,
  tenantOptionQueries,
  useOptionChanges,
} from '@kerb/web/features/options/tenant-options.queries.ts';
import { useSession } from '@kerb/web/platform/session.tsx';
import { countryRules } from '@kerb/web/platform/settings.ts';
import { Button, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';

function HowToChange() {
  const { supportPhone } = countryRules();
  return (
    <DropPanel
      label="How to change this"
      align="end"
      trigger={(props) => (
        <Button {...props} size="xs" variant="subtle">
          How to change this
        </Button>
      )}
    >
      <Text size="sm">
        Payment options and their fees are set by our team. Contact support on {supportPhone} to request a change.
      </Text>
    </DropPanel>
  );
}

type OptionProps = { tenantId: number; option: ShownOption; role: Role };

function Switches({ tenantId, option, role }: OptionProps) {
  const save = useOptionChanges(tenantId, option.optionCode);
  const turn = async (name: 'active' | 'enabled', on: boolean) => {
    try {
      await withProgress(`${on ? 'Enabling' : 'Disabling'} finance option...`, () => save({ [name]: on }));
      toast.success(on ? 'Enabled' : 'Disabled');
    } catch (error) {
      toast.error(error);
    }
  };
  const label = financeOptionLabels[option.optionCode];
  const says = (name: string, on: boolean) => `${name}: ${on ? 'Yes' : 'No'}`;
  return (
    <div className={classes.switches}>
      {setsOptionTerms(role) ? (
        <ToggleSwitch label={`${label} active`} checked={option.active} onChange={(on) => void turn('active', on)} />
      ) : (
        <span>{says('Active', option.active)}</span>
      )}
      {mayEnable(option.optionCode, role) ? (
        <ToggleSwitch label={`${label} enabled`} checked={option.enabled} onChange={(on) => void turn('enabled', on)} />
      ) : (
        <span>{says('Enabled', option.enabled)}</span>
      )}
    </div>
  );
}

function Option(props: OptionProps) {
  const { option } = props;
  return (
    <section className={classes.option} aria-label={financeOptionLabels[option.optionCode]}>
      <div className={classes.head}>
        <h3 className={classes.title}>{financeOptionLabels[option.optionCode]}</h3>
        <ToneBadge tone={isUsable(option) ? 'success' : 'neutral'}>{isUsable(option) ? 'On' : 'Off'}</ToneBadge>
      </div>
      <Switches {...props} />
      {option.optionCode === 'pl' && <PayLaterTerms {...props} />}
    </section>
  );
}

/** An organisation's payment options: one is usable if it is both active and enabled. */
export function TenantOptionsCard({ tenantId }: { tenantId: number }) {
  const { role } = useSession();
  const { data, error, refetch } = useQuery(tenantOptionQueries.of(tenantId));
  return (
    <Surface title="Payment options" actions={!setsOptionTerms(role) && <HowToChange />}>
      <Stack gap="lg">
        {error && <ErrorState error={error} onRetry={() => void refetch()} />}
        {!data && !error && <LinesSkeleton lines={4} />}
        {data && !data.some(({ active }) => active) && (
          <Text role="status">No payment option is active. Contact support to have one activated.</Text>
        )}
        <div className={classes.options}>
          {data?.map((option) => (
            <Option key={option.optionCode} tenantId={tenantId} option={option} role={role} />
          ))}
        </div>
      </Stack>
    </Surface>
  );
}
