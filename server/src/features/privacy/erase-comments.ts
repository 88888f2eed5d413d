import type { Moment } from '@kerb/domain/kernel/dates.ts';
import type { Tx } from '@kerb/server/platform/database/database.ts';
import { type RawBuilder, sql } from 'kysely';

type Erasing = { tx: Tx; now: Moment };

const blank = async ({ tx, now }: Erasing, agreementId: number, isMeant: RawBuilder<unknown>): Promise<number> => {
  const { numAffectedRows } = await sql`
    update comments set body = '', removed_date = coalesce(removed_date, ${now}::timestamptz)
    where agreement_id = ${agreementId} and body <> '' and ${isMeant}`.execute(tx);
  return Number(numAffectedRows ?? 0n);
};

/** Deletes the text of the comments that name an erased payer. */
export const blankCommentsNaming = (
  erasing: Erasing,
  agreementId: number,
  { surname, addresses }: { surname: string; addresses: readonly string[] },
): Promise<number> =>
  blank(
    erasing,
    agreementId,
    sql`(strpos(lower(body), lower(${surname})) > 0
      or exists (select from unnest(${addresses}::text[]) address where strpos(lower(body), address) > 0))`,
  );

/** Without a payer nobody needs what was said about the campaign, and a comment may mean a payer without the name. */
export const blankComments = (erasing: Erasing, agreementId: number): Promise<number> =>
  blank(erasing, agreementId, sql`true`);
