import { belongsToOrganisations, type Role } from '@kerb/domain/access/actor.ts';
import type { Account } from '@kerb/domain/account/account.contract.ts';
import { ColourSchemeChoice } from '@kerb/web/design/colour-scheme.tsx';
import { ErrorState } from '@kerb/web/design/error-state.tsx';
import { Facts } from '@kerb/web/design/facts.tsx';
import { PageHeader } from '@kerb/web/design/page-header.tsx';
import { SingleKeysSwitch } from '@kerb/web/design/single-keys-switch.tsx';
import { ScreenSkeleton } from '@kerb/web/design/skeletons.tsx';
import { Surface } from '@kerb/web/design/surface.tsx';
import { accountQueries } from '@kerb/web/features/account/account.queries.ts';
import { CalendarLinkSettings } from '@kerb/web/features/account/calendar-link.tsx';
import { CloseAccount } from '@kerb/web/features/account/close-account.tsx';
import { DetailsForm } from '@kerb/web/features/account/details.form.tsx';
import { MobileVerification } from '@kerb/web/features/account/mobile-verification.tsx';
import { Notices } from '@kerb/web/features/account/notices.tsx';
import { Passkeys } from '@kerb/web/features/account/passkeys.tsx';
import { NoPassword, PasswordForm } from '@kerb/web/features/account/password.form.tsx';
import { SecondFactorSettings } from '@kerb/web/features/account/second-factor.tsx';
import { SignIns } from '@kerb/web/features/account/sign-ins.tsx';
import { PayerData, YourData } from '@kerb/web/features/account/your-data.tsx';
import { useMay, useSession } from '@kerb/web/platform/session.tsx';
import { Group, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';

const roleLabels: Record<Role, string> = { admin: 'Administrator', tenant_user: 'Team Member', vendor: 'Vendor' };

function OwnAccount({ account, role }: { account: Account; role: Role }) {
  const mayHaveCalendar = useMay()('calendar.change');
  return (
    <>
      <Surface title="Your details">
        <DetailsForm account={account} />
      </Surface>
      <Surface title="Your mobile">
        <MobileVerification key={account.mobilePhone} account={account} />
      </Surface>
      {belongsToOrganisations({ role }) && (
        <Surface title="Organisations and notices">
          <Notices account={account} />
        </Surface>
      )}
      {mayHaveCalendar && (
        <Surface title="Calendar">
          <CalendarLinkSettings />
        </Surface>
      )}
      <Surface title="Password">
        {account.secondFactor.isPasswordless ? <NoPassword /> : <PasswordForm emailAddress={account.emailAddress} />}
      </Surface>
      <Surface title="Passkeys">
        <Passkeys secondFactor={account.secondFactor} />
      </Surface>
      <Surface title="Two-step login">
        <SecondFactorSettings secondFactor={account.secondFactor} />
      </Surface>
      <Surface title="Where you are logged in">
        <SignIns />
      </Surface>
      <Surface title="Your data">
        <YourData />
      </Surface>
      <Surface title="Close your account">
        <CloseAccount />
      </Surface>
    </>
  );
}

/** A payer who signed in by a Payment URL has no account here: the screen shows only who they are. */
export function AccountDetailsScreen() {
  const { displayName, emailAddress, role, onlyAgreementId, signatoryId } = useSession();
  const hasAccount = onlyAgreementId === undefined;
  const { data, error, refetch } = useQuery({ ...accountQueries.own, enabled: hasAccount });
  return (
    <>
      <PageHeader title="Account Details" />
      <Stack gap="lg" maw={840}>
        {hasAccount && error && <ErrorState error={error} onRetry={() => void refetch()} />}
        {hasAccount && !data && !error && <ScreenSkeleton />}
        {data && <OwnAccount account={data} role={role} />}
        {!hasAccount && (
          <Surface>
            <Facts
              rows={[
                ['Name', displayName],
                ['Email', emailAddress],
                ['Role', roleLabels[role]],
              ]}
            />
          </Surface>
        )}
        {!hasAccount && signatoryId !== undefined && (
          <Surface title="Your data">
            <PayerData />
          </Surface>
        )}
        <Surface title="Colour scheme">
          <Group>
            <ColourSchemeChoice />
          </Group>
        </Surface>
        <Surface title="Keyboard">
          <SingleKeysSwitch />
        </Surface>
      </Stack>
    </>
  );
}
