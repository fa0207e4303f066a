import { and, eq } from 'drizzle-orm'
import { proposals } from '@/db/schema'
import { decideProposal } from '@/server/proposals/decide-proposal'
import { auditedStops } from '@/server/recovery/audited-stops'

/** Proposals that an operator rejected, so that they cannot be approved after a restore. */
export const proposalStops = auditedStops({
  stopped: ['proposal.dropped'],
  async apply(ctx, { subject }) {
    const isOpen = and(eq(proposals.id, subject), eq(proposals.state, 'OPEN'))
    const [open] = await ctx.db.select().from(proposals).where(isOpen).for('update')
    if (open) await decideProposal(ctx, open, 'DROPPED')
  },
})
