import type { z } from 'zod'
import type {
  addEndpointInput,
  EndpointUse,
  setEndpointActiveInput,
  updateEndpointInput,
} from '@/schemas/chains/contract'
import type { MutationOutcome } from '@/schemas/proposals/contract'
import { addEndpoint } from '@/server/chains/add-endpoint'
import { lockEndpoint } from '@/server/chains/endpoint-change'
import { setEndpointActive, updateEndpoint } from '@/server/chains/update-endpoint'
import type { OperatorCtx } from '@/server/ctx'
import { maskUrl } from '@/server/mask-url'
import { createProposal } from '@/server/proposals/write-proposal'

/**
 * Adds an endpoint, after `checkNewEndpoint`. Answers of a mainnet's endpoint move money, so it is inactive there until
 * a second operator agrees. Throws not_found, conflict.
 */
export async function addEndpointAsOperator(
  ctx: OperatorCtx,
  input: z.output<typeof addEndpointInput>,
): Promise<MutationOutcome & { id: string }> {
  const { id } = await addEndpoint(ctx, input)
  const { endpoint, chain } = await lockEndpoint(ctx, id)
  if (chain.network === 'TESTNET') return { id, state: 'done' }
  await setEndpointActive(ctx, { endpointId: id, isActive: false })
  return {
    id,
    ...(await proposeUse(ctx, { endpoint: { ...endpoint, isActive: false }, chain, to: { isActive: true } })),
  }
}

/**
 * Changes the settings of an endpoint. On a mainnet a change of role or priority waits for a second operator; a change
 * of the name does not. Throws not_found.
 */
export async function updateEndpointAsOperator(
  ctx: OperatorCtx,
  { endpointId, ...terms }: z.output<typeof updateEndpointInput>,
): Promise<MutationOutcome> {
  const { endpoint, chain } = await lockEndpoint(ctx, endpointId)
  const { role, priority } = endpoint
  const isMoved = terms.role !== role || terms.priority !== priority
  if (chain.network === 'TESTNET' || !endpoint.isActive || !isMoved) {
    await updateEndpoint(ctx, { endpointId, ...terms })
    return { state: 'done' }
  }
  await updateEndpoint(ctx, { endpointId, role, priority, label: terms.label })
  return proposeUse(ctx, { endpoint, chain, to: { role: terms.role, priority: terms.priority } })
}

/**
 * Disables an endpoint at once. On a mainnet it is enabled again after a second operator approves. Throws not_found.
 */
export async function setEndpointActiveAsOperator(
  ctx: OperatorCtx,
  input: z.output<typeof setEndpointActiveInput>,
): Promise<MutationOutcome> {
  const { endpoint, chain } = await lockEndpoint(ctx, input.endpointId)
  if (chain.network === 'TESTNET' || !input.isActive || endpoint.isActive) {
    await setEndpointActive(ctx, input)
    return { state: 'done' }
  }
  return proposeUse(ctx, { endpoint, chain, to: { isActive: true } })
}

type Use = Awaited<ReturnType<typeof lockEndpoint>> & { to: Partial<EndpointUse> }

/** The address may hold a key of its provider: a proposal has its host alone. */
async function proposeUse(ctx: OperatorCtx, { endpoint, chain, to }: Use): Promise<MutationOutcome> {
  const { id: endpointId, label, role, priority, isActive } = endpoint
  const from = { role, priority, isActive }
  const input = { endpointId, chainName: chain.name, label, host: maskUrl(endpoint.url), from, to: { ...from, ...to } }
  await createProposal(ctx, { act: 'endpoint', subject: endpointId, input, valueMinor: null })
  return { state: 'proposed' }
}
