import type { MutationOutcome } from '@/schemas/proposals/contract'
import { actorName } from '@/server/actor-name'
import type { OperatorCtx } from '@/server/ctx'
import { activeProposal } from './active-proposal'
import { decideMoney } from './decide-money'
import { decideProposal, type ProposalRow } from './decide-proposal'
import { createProposal, type ProposalRequest, recordSoloMutation, sumSoloMutations } from './write-proposal'

type Proposable = {
  request: ProposalRequest
  /** The open proposal about the same thing, locked. Null if there is none, or where each request is a new one. */
  open?: ProposalRow | null
  mutate: () => Promise<unknown>
}

/**
 * Executes a mutation, or proposes it to a second person: if the mutations of this kind that one person made alone
 * within a day would exceed the limit, or its value is unknown. The second person of an open proposal executes it.
 * Throws forbidden for the person who proposed it, and the errors of `mutate`.
 */
export async function mutateOrPropose(
  ctx: OperatorCtx,
  { request, open = null, mutate }: Proposable,
): Promise<MutationOutcome> {
  const before = await sumSoloMutations(ctx, request.act)
  const { valueMinor } = request
  const who = actorName(ctx.actor)
  const made = { proposal: open?.id ?? null, proposedBy: open?.proposedBy ?? null }
  const proposed = await activeProposal(ctx, made)
  const turn = decideMoney({
    ...{ who, valueMinor: valueMinor === null ? null : before + valueMinor, decision: open?.id ?? '' },
    proposed,
  })
  if (turn === 'first') {
    // Its author may no longer act: the new proposal replaces it.
    if (open) await decideProposal(ctx, open, 'DROPPED')
    await createProposal(ctx, request)
    return { state: 'proposed' }
  }
  await mutate()
  const isOfTwo = proposed.proposedBy !== null && proposed.proposedBy !== who
  if (open) await decideProposal(ctx, open, isOfTwo ? 'DONE' : 'DROPPED')
  if (!isOfTwo) await recordSoloMutation(ctx, request)
  return { state: 'done' }
}
