import type { Agreement } from '@kerb/domain/agreements/agreements.contract.ts';
import { displayName } from '@kerb/domain/people/names.ts';
import { payerWord } from '@kerb/domain/vocabulary/value-lists.ts';
import type { PrintedParts } from '@kerb/web/app/campaign-page/printed-parts.ts';
import { SheetSection, SheetTable } from '@kerb/web/app/campaign-page/sheet-table.tsx';
import { shortDay } from '@kerb/web/design/dates.ts';
import { countryRules } from '@kerb/web/platform/settings.ts';

type Row = [role: string, name: string, phone: string, email: string];

const person = (role: string, name: string, ...rest: (string | null | undefined)[]): Row[] => {
  const [organisation = '', phone = '', email = ''] = rest.map((value) => value ?? '');
  const who = [name, organisation].filter(Boolean).join(', ');
  return who || phone || email ? [[role, who, phone, email]] : [];
};
const named = (firstName: string | null | undefined, surname: string | null | undefined): string =>
  displayName({ firstName: firstName ?? '', surname: surname ?? '' });

type SheetPeopleProps = { agreement: Agreement } & Pick<PrintedParts, 'payers'>;

/** The payers and the seller's contacts, with phone and email. */
export function SheetPeople({ agreement, payers }: SheetPeopleProps) {
  const role = payerWord(agreement.campaignBudgetFundsPurpose);
  const rows = [
    ...(payers ?? []).flatMap(({ displayName, mobilePhone, emailAddress, signatureDate }) =>
      person(
        role,
        signatureDate ? `${displayName} (signed ${shortDay(signatureDate)})` : displayName,
        '',
        mobilePhone,
        emailAddress,
      ),
    ),
    ...person(
      'Agent',
      named(agreement.agentFirstName, agreement.agentSurname),
      agreement.agentOrg,
      agreement.agentPhone,
      agreement.agentEmail,
    ),
    ...person(
      countryRules().conveyancerLabel,
      named(agreement.conveyancerFirstName, agreement.conveyancerSurname),
      agreement.conveyancerOrg,
      agreement.conveyancerPhone,
      agreement.conveyancerEmail,
    ),
  ];
  return (
    <SheetSection title="People">
      {rows.length > 0 ? <SheetTable heads={['Role', 'Name', 'Phone', 'Email']} rows={rows} firm={[0, 2]} /> : null}
      {payers?.length === 0 && <p>There is no payer yet.</p>}
      {payers === undefined && <p>The payers are not loaded. Choose Print in the campaign’s menu.</p>}
    </SheetSection>
  );
}
