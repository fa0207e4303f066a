import type { OperatorCtx } from '@/server/ctx'
import { mailOwners } from './mail-owners'
import { keysLink } from './portal-links'
import { wakeMails } from './queue-mails'
import { teamLinkOf } from './team-link-of'
import { type AccessChange, accessChange } from './templates/access-change'

type Made = {
  businessId: string
  /** The row that grants access: an invitation or a key. */
  id: string
  change: AccessChange
}

/**
 * Emails every owner of a business that an operator granted access to it; in the transaction that does it, once for
 * each row.
 */
export async function mailAccessChange(ctx: OperatorCtx, { businessId, id, change }: Made): Promise<void> {
  const url = change.kind === 'keys' ? keysLink(change.projectId) : await teamLinkOf(ctx, businessId)
  const at = ctx.now()
  await mailOwners(ctx, {
    businessId,
    source: 'access-change',
    sourceId: id,
    onceKey: `access-change:${id}`,
    write: (recipient) => accessChange({ ...recipient, ...change, url, at }),
  })
  ctx.afterCommit(wakeMails)
}
