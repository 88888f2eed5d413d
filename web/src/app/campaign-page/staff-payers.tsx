import type { Standing } from '@kerb/domain/access/actor.ts';
import type { Agreement } from '@kerb/domain/agreements/agreements.contract.ts';
import { lazyComponent } from '@kerb/web/design/lazy.tsx';
import { PayersCard } from '@kerb/web/features/payers/payers.card.tsx';
import { useMay } from '@kerb/web/platform/session.tsx';
import { Button, Group } from '@mantine/core';
import { Suspense, useState } from 'react';

const SignatoryDialog = lazyComponent(
  async () => (await import('@kerb/web/features/signing/signatory.dialog.tsx')).SignatoryDialog,
);
const PayButtonDialog = lazyComponent(
  async () => (await import('@kerb/web/features/embedding/pay-button.dialog.tsx')).PayButtonDialog,
);

/** Opens the Pay button that the organisation can put on its own website. */
function OwnWebsiteButton({ id: agreementId, tenant: tenantId }: Agreement) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Group>
      <Button variant="subtle" size="compact-sm" onClick={() => setOpen(true)}>
        Pay button for your website
      </Button>
      <Suspense>
        {isOpen && <PayButtonDialog agreementId={agreementId} tenantId={tenantId} onClose={() => setOpen(false)} />}
      </Suspense>
    </Group>
  );
}

/** The payers card with the signing room's dialog, because a payer's details are those of a signatory. */
export function StaffPayers({ agreement, standing }: { agreement: Agreement; standing: Standing }) {
  const mayMakeButton = useMay()('button.change', agreement.tenant);
  return (
    <PayersCard
      agreement={agreement}
      renderDetails={({ id, displayName }, onClose) => (
        <SignatoryDialog {...{ agreement, standing, onClose }} signatoryId={id} name={displayName} />
      )}
      more={mayMakeButton && <OwnWebsiteButton {...agreement} />}
    />
  );
}
