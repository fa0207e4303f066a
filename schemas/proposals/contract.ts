import { z } from 'zod'
import { type Page, pageNumber } from '@/server/paging'
import type { ProposalMutation } from './words'

export const proposalFilter = z.object({ page: pageNumber })
export type ProposalFilter = z.output<typeof proposalFilter>

export const proposalRef = z.object({ proposalId: z.uuid() })
export type ProposalRef = z.output<typeof proposalRef>

/** `proposed`: it waits for a second person. */
export type MutationOutcome = { state: 'done' | 'proposed' }

/**
 * The outcome of a mutation that creates a one-time link. `link` is shown once, to be handed over; null if it is
 * emailed.
 */
export type LinkOutcome = MutationOutcome & { link: string | null }

/** A proposal that waits for a second person. */
export type ProposalView = {
  id: string
  act: ProposalMutation
  /** A text of what would happen. */
  what: string
  reason: string
  businessId: string | null
  businessName: string | null
  proposedBy: string
  /** Its requester cannot approve it. */
  isOwn: boolean
  createdAt: string
}
export type ProposalPage = Page<ProposalView>
