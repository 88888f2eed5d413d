import type { Standing } from '@kerb/domain/access/actor.ts';
import type { Agreement } from '@kerb/domain/agreements/agreements.contract.ts';
import { lazyComponent } from '@kerb/web/design/lazy.tsx';
import { PayersCard } from '@kerb/web/features/payers/payers.card.tsx';

const SignatoryDialog = lazyComponent(
  async () => (await import('@kerb/web/features/signing/signatory.dialog.tsx')).SignatoryDialog,
);

/** The payers card with the signing room's dialog, because a payer's details are those of a signatory. */
export function StaffPayers({ agreement, standing }: { agreement: Agreement; standing: Standing }) {
  return (
    <PayersCard
      agreement={agreement}
      renderDetails={({ id, displayName }, onClose) => (
        <SignatoryDialog {...{ agreement, standing, onClose }} signatoryId={id} name={displayName} />
      )}
    />
  );
}
