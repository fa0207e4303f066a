import type { AddChainInput, ProbedChain } from '@/schemas/chains/settings/contract'
import type { MutationOutcome } from '@/schemas/proposals/contract'
import { insertChain } from '@/server/chains/insert-chain'
import { probeNewChain } from '@/server/chains/probe-chain'
import type { OperatorCtx } from '@/server/ctx'
import { validationError } from '@/server/errors'
import { proposeChange, requireFitting } from './update-chain'

type Added = MutationOutcome & { chainId: number }

/** Reads the chain's identity again, and checks that it supports the entered settings. Throws invalid. */
export async function checkNewChain(ctx: OperatorCtx, input: AddChainInput): Promise<ProbedChain> {
  const probed = await probeNewChain(ctx, input)
  const { facts, known } = probed
  requireFitting({ settings: input, changed: ['finality', 'l1Fee', 'feeCap'], facts, chainType: 'EVM' })
  if (known?.network === 'TESTNET' && input.network === 'MAINNET')
    throw validationError([`network: ${known.name} is a test network, whose coins are worth nothing`])
  return probed
}

/**
 * Adds an EVM chain with its first endpoint, after `checkNewChain`. A testnet serves at once, a mainnet once a second
 * person agrees to it. Throws invalid, conflict.
 */
export async function addChain(
  ctx: OperatorCtx,
  { probed, ...input }: AddChainInput & { probed: ProbedChain },
): Promise<Added> {
  const { chainId } = probed.facts
  const isActive = input.network === 'TESTNET'
  await insertChain(ctx, { ...input, chainId, isActive })
  if (isActive) return { chainId, state: 'done' }
  const change = { chainId, name: input.name, from: { isActive: false }, to: { isActive: true } }
  return { chainId, ...(await proposeChange(ctx, change)) }
}
