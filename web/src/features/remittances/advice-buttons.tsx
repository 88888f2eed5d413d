import type { AdviceQuery } from '@kerb/domain/batches/remittances.contract.ts';
import classes from '@kerb/web/features/remittances/remittances.module.css';
import { saveAdvice } from '@kerb/web/features/remittances/remittances.queries.ts';
import { Button } from '@mantine/core';

/** Saves an advice as a PDF or a spreadsheet. `about` names the advice for screen readers. */
export function AdviceButtons({ query, about }: { query: AdviceQuery; about: string }) {
  return (
    <span className={classes.buttons}>
      <Button size="xs" variant="default" aria-label={`PDF: ${about}`} onClick={() => void saveAdvice('pdf', query)}>
        PDF
      </Button>
      <Button
        size="xs"
        variant="default"
        aria-label={`Spreadsheet: ${about}`}
        onClick={() => void saveAdvice('csv', query)}
      >
        Spreadsheet
      </Button>
    </span>
  );
}
