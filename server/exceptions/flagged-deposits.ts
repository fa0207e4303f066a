import { sql } from 'drizzle-orm'
import { readFlagged } from '@/server/deposits/list-screened'
import { findProposers } from '@/server/proposals/find-proposers'
import { byId, type ExceptionSource } from './source'

/** A deposit from an address that the platform blocks. Businesses decide about flags of their own lists. */
export const flaggedDeposits: ExceptionSource<'flagged_deposit'> = {
  rows: () => sql`
    select f.deposit_id as id, f.created_at as at, d.business_id,
      concat_ws(' ', d.from_address, d.tx_hash, w.address, d.symbol) as search
    from deposit_screenings f join deposits d on d.id = f.deposit_id join wallets w on w.id = d.wallet_id
    where f.list = 'OPERATOR' and f.status = 'FLAGGED' and d.stage <> 'reverted'`,
  async load(ctx, ids) {
    const proposers = await findProposers(ctx, { act: 'clear_deposit', field: 'depositId', ids })
    return byId(await readFlagged(ctx.db, ids), (subject) => {
      const by = proposers.get(subject.id)
      return {
        subject,
        money: { amount: subject.amount, unit: subject.symbol },
        happened: 'An address that the platform blocks sent it.',
        proposal: by === undefined ? null : { by, what: 'clear the flag' },
      }
    })
  },
}
