import { fixWords } from '@kerb/domain/actions/readiness.ts';
import type { Agreement } from '@kerb/domain/agreements/agreements.contract.ts';
import {
  type ApprovalFacts,
  approvalHint,
  type CheckedRule,
  checkApproval,
  type Figure,
  type MendedBy,
} from '@kerb/domain/loans/approval.ts';
import { largestBudgetBelowLimit } from '@kerb/domain/loans/valuation.ts';
import type { FinancedOption } from '@kerb/domain/vocabulary/value-lists.ts';
import { moneyText } from '@kerb/web/design/money.tsx';
import { payersOf } from '@kerb/web/features/campaigns/ask-before-ending.ts';
import { SharedContacts } from '@kerb/web/features/campaigns/shared-contacts.tsx';
import { approverWords, useApprove } from '@kerb/web/features/loans/approve.ts';
import classes from '@kerb/web/features/loans/finance.module.css';
import { shareText } from '@kerb/web/features/loans/share-bar.tsx';
import type { Versioned } from '@kerb/web/platform/api-client.ts';
import { countryRules } from '@kerb/web/platform/settings.ts';
import { Alert, Anchor, Button, Text, VisuallyHidden } from '@mantine/core';
import { IconCheck, IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';

function figureText({ kind, value }: Figure): string {
  if (value === null || !Number.isFinite(value)) return '–';
  if (kind === 'money') return moneyText(value);
  return kind === 'share' ? shareText(value) : String(value);
}

function Rule({ rule, onFix }: { rule: CheckedRule; onFix: (name: MendedBy) => void }) {
  const { words, holds, figure, mendedBy } = rule;
  return (
    <li className={classes.rule} data-holds={holds}>
      {holds ? <IconCheck size={18} aria-hidden="true" /> : <IconX size={18} aria-hidden="true" />}
      <span>
        <VisuallyHidden>{holds ? 'Met: ' : 'Not met: '}</VisuallyHidden>
        {words}
      </span>
      <span className={classes.figure}>{figure && figureText(figure)}</span>
      {!holds && (
        <Anchor component="button" type="button" size="sm" className={classes.fix} onClick={() => onFix(mendedBy)}>
          {fixWords[mendedBy]}
        </Anchor>
      )}
    </li>
  );
}

/** The largest budget that the limit allows, if the limit blocks the approval. */
function LargestBudget({ rules, facts }: { rules: readonly CheckedRule[]; facts: ApprovalFacts }) {
  const isOver = rules.some(({ name, holds }) => name === 'valuation' && !holds);
  if (!isOver || facts.sellingPriceMin === null) return null;
  const largest = largestBudgetBelowLimit(facts.campaignAdditionalAmount ?? 0, facts);
  return (
    <Text size="sm" mt="sm">
      {largest === null
        ? 'No budget would pass beside that additional amount.'
        : `The largest budget that would pass is ${moneyText(largest)}.`}
    </Text>
  );
}

type ApprovalPanelProps = {
  record: Versioned<Agreement>;
  option: FinancedOption;
  facts: ApprovalFacts;
  onFix: (name: MendedBy) => void;
};

/**
 * Every approval rule with its figure, and Approve, which is enabled once all of them pass. The same action is the
 * primary one of the page, so here it is a plain button.
 */
export function ApprovalPanel({ record, option, facts, onFix }: ApprovalPanelProps) {
  const approve = useApprove(record);
  const rules = checkApproval(option, facts, countryRules());
  const { data: payers = [] } = useQuery(payersOf(record.value.id));
  const { refused, alone } = approverWords(payers);
  const mayApprove = rules.every(({ holds }) => holds) && !refused;
  return (
    <div className="kerb-no-print">
      <h3 className={classes.heading}>Before approving</h3>
      <SharedContacts agreementId={record.value.id} />
      {alone && (
        <Alert color="attention" role="alert" mb="sm" title="Please let somebody else check this">
          {alone}
        </Alert>
      )}
      <ul className={classes.rules} aria-label="Rules of approving">
        {rules.map((rule) => (
          <Rule key={rule.name} rule={rule} onFix={onFix} />
        ))}
      </ul>
      <LargestBudget rules={rules} facts={facts} />
      <div className={classes.approve}>
        <Button variant="default" disabled={!mayApprove} onClick={() => void approve()}>
          Approve
        </Button>
        {!mayApprove && (
          <Text size="sm" c="dimmed">
            {refused ?? approvalHint}
          </Text>
        )}
      </div>
    </div>
  );
}
