import type { Standing } from '@kerb/domain/access/actor.ts';
import type { Agreement } from '@kerb/domain/agreements/agreements.contract.ts';
import { isApprovedLoan } from '@kerb/domain/agreements/approved-loan.ts';
import { labelOfField } from '@kerb/domain/agreements/field-labels.ts';
import { mayChangeGroup } from '@kerb/domain/agreements/save.ts';
import { formatAddress } from '@kerb/domain/properties/address.ts';
import type { Property } from '@kerb/domain/properties/properties.contract.ts';
import { decideAttach, fixedAddressFields, mayChangeAddress } from '@kerb/domain/properties/property-rules.ts';
import { ErrorState } from '@kerb/web/design/error-state.tsx';
import { lazyComponent } from '@kerb/web/design/lazy.tsx';
import { LinesSkeleton } from '@kerb/web/design/skeletons.tsx';
import { Surface } from '@kerb/web/design/surface.tsx';
import { FactGrid } from '@kerb/web/features/campaigns/fact-grid.tsx';
import { PhotoSection } from '@kerb/web/features/properties/photo-section.tsx';
import { propertyQueries } from '@kerb/web/features/properties/properties.queries.ts';
import classes from '@kerb/web/features/properties/property.module.css';
import { ConsentNote } from '@kerb/web/features/properties/property-consent.tsx';
import { type Fact, factsOfProperty, factsOfSale } from '@kerb/web/features/properties/property-facts.tsx';
import type { Versioned } from '@kerb/web/platform/api-client.ts';
import { countryRules } from '@kerb/web/platform/settings.ts';
import { Button, Text } from '@mantine/core';
import { IconHomePlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, Suspense, useRef, useState } from 'react';

const AddPropertyDialog = lazyComponent(
  async () => (await import('@kerb/web/features/properties/add-property.dialog.tsx')).AddPropertyDialog,
);
const EditAddressForm = lazyComponent(
  async () => (await import('@kerb/web/features/properties/edit-address.form.tsx')).EditAddressForm,
);
const EditDetailsForm = lazyComponent(
  async () => (await import('@kerb/web/features/properties/edit-details.form.tsx')).EditDetailsForm,
);
const EditSaleForm = lazyComponent(
  async () => (await import('@kerb/web/features/properties/edit-sale.form.tsx')).EditSaleForm,
);

const loanOf = ({ status, financeOptionCode = null }: Agreement) => ({ status, financeOptionCode });

type PropertyCardProps = { record: Versioned<Agreement>; standing: Standing };

/** The property for sale, for the team. */
export function PropertyCard({ record, standing }: PropertyCardProps) {
  const { property: id } = record.value;
  return (
    <Surface title="Property">
      {id === null ? (
        <NoProperty agreement={record.value} standing={standing} />
      ) : (
        <WithProperty key={id} id={id} record={record} standing={standing} />
      )}
      <div className={classes.consent}>
        <ConsentNote agreement={record.value} standing={standing} />
      </div>
    </Surface>
  );
}

function NoProperty({ agreement, standing }: { agreement: Agreement; standing: Standing }) {
  const [isAdding, setAdding] = useState(false);
  const mayAdd = mayChangeAddress(standing, agreement) && decideAttach(loanOf(agreement)).ok;
  return (
    <>
      <Text size="sm" mb={mayAdd ? 'sm' : 0}>
        No property has been added yet.
      </Text>
      {mayAdd && (
        <Button
          variant="default"
          data-fixes="sellingPriceMin"
          leftSection={<IconHomePlus size={16} aria-hidden="true" />}
          onClick={() => setAdding(true)}
        >
          Add property (optional)
        </Button>
      )}
      {isAdding && (
        <Suspense>
          <AddPropertyDialog agreement={agreement} onClose={() => setAdding(false)} />
        </Suspense>
      )}
    </>
  );
}

/** False for an imported address in a country with one address line: nothing of it can be changed. */
function hasOpenLines(property: Property): boolean {
  return fixedAddressFields(property).length === 0 || countryRules().address.streetLines > 1;
}

function WithProperty({ id, record, standing }: PropertyCardProps & { id: number }) {
  const { data: property, error, refetch } = useQuery(propertyQueries.one(id));
  const agreement = record.value;
  if (!property) {
    return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <LinesSkeleton lines={5} />;
  }
  const { value } = property;
  const isOpen = mayChangeGroup('sale', standing, agreement.status);
  const shared = { property, agreementId: agreement.id };
  return (
    <div className={classes.sections}>
      <PhotoSection agreement={agreement} standing={standing} />
      <Section
        title="Address"
        mayEdit={
          isOpen && mayChangeAddress(standing, agreement) && !isApprovedLoan(loanOf(agreement)) && hasOpenLines(value)
        }
        form={(close) => <EditAddressForm property={property} agreement={agreement} onClose={close} />}
      >
        <p className={classes.address}>{formatAddress(value, countryRules())}</p>
      </Section>
      <Section
        title="Property details"
        mayEdit={isOpen}
        form={(close) => <EditDetailsForm {...shared} onClose={close} />}
      >
        <FactGrid facts={named(factsOfProperty(value))} />
        {value.description && (
          <Text size="sm" mt="sm" className={classes.notes}>
            {value.description}
          </Text>
        )}
      </Section>
      <Section
        title="Sale details"
        fixes="sellingPriceMin"
        mayEdit={isOpen}
        form={(close) => <EditSaleForm record={record} onClose={close} />}
      >
        <FactGrid facts={named([...factsOfSale(agreement, standing), internalNotes(agreement)])} />
      </Section>
    </div>
  );
}

const named = (facts: Fact[]) => facts.map(([name, value]) => ({ name, value }));

const internalNotes = ({ agentNotes }: Agreement): Fact => [
  labelOfField('agentNotes'),
  agentNotes ? (
    <span key="notes" className={classes.notes}>
      {agentNotes}
    </span>
  ) : (
    '–'
  ),
];

type SectionProps = {
  title: string;
  /** The field here that corrects another card's rule. */
  fixes?: string;
  mayEdit: boolean;
  form: (close: () => void) => ReactNode;
  children: ReactNode;
};

/** A part of the card that is read-only until it is edited in place. */
function Section({ title, fixes, mayEdit, form, children }: SectionProps) {
  const [isEditing, setEditing] = useState(false);
  const edit = useRef<HTMLButtonElement>(null);
  const close = () => {
    setEditing(false);
    requestAnimationFrame(() => edit.current?.focus());
  };
  return (
    <div className={classes.section}>
      <div className={classes.sectionHead}>
        <h3>{title}</h3>
        {mayEdit && !isEditing && (
          <Button ref={edit} variant="default" size="xs" data-fixes={fixes} onClick={() => setEditing(true)}>
            {`Edit ${title.toLowerCase()}`}
          </Button>
        )}
      </div>
      {isEditing && mayEdit ? <Suspense fallback={<LinesSkeleton lines={4} />}>{form(close)}</Suspense> : children}
    </div>
  );
}
