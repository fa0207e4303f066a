import { eq } from 'drizzle-orm'
import type { z } from 'zod'
import { chains } from '@/db/schema'
import type { ChainFacts } from '@/schemas/chains/contract'
import {
  type ChainSettings,
  compareSettings,
  type SettingsChange,
  type updateChainInput,
} from '@/schemas/chains/settings/contract'
import type { MutationOutcome } from '@/schemas/proposals/contract'
import { readFacts } from '@/server/chains/read-facts'
import { applyChange, lockChain } from '@/server/chains/settings/apply-change'
import { parseFeeCap, toSettings } from '@/server/chains/settings/to-settings'
import type { OperatorCtx } from '@/server/ctx'
import { notFound, validationError } from '@/server/errors'
import { parseUnits } from '@/server/money/amount'
import { createProposal } from '@/server/proposals/write-proposal'

type ChainUpdate = z.output<typeof updateChainInput>

/** Asks the chain whether it can keep to the changed settings. Throws not_found, invalid, unavailable. */
export async function checkSettings(ctx: OperatorCtx, { chainId, ...to }: ChainUpdate): Promise<void> {
  const [row] = await ctx.db.select().from(chains).where(eq(chains.chainId, chainId))
  if (!row) throw notFound('Chain')
  parseFeeCap(to.feeCap, row)
  const from = toSettings(row)
  const { changed } = compareSettings({ from, to, network: row.network })
  const factSettings = changed.filter((name) => name === 'finality' || name === 'l1Fee' || name === 'feeCap')
  if (factSettings.length === 0) return
  const facts = row.chainType === 'EVM' ? await readFacts(ctx, { chainId }) : null
  requireFitting({ settings: to, changed: factSettings, facts, chainType: row.chainType })
}

type Fit = {
  settings: Pick<ChainSettings, 'finality' | 'l1Fee' | 'feeCap'>
  changed: readonly string[]
  facts: ChainFacts | null
  chainType: 'EVM' | 'SOLANA'
}

/** Checks that a chain supports the settings, by its reported facts. Throws invalid. */
export function requireFitting({ settings: { finality, l1Fee, feeCap }, changed, facts, chainType }: Fit): void {
  const problems: string[] = []
  if (changed.includes('finality') && finality !== 'depth') {
    const tagged = finality === 'safe' ? facts?.safeBlock : facts?.finalizedBlock
    if (chainType === 'SOLANA') problems.push('finality: Solana has no tags of blocks')
    else if (!facts) problems.push('finality: add an endpoint first, which tells whether the chain has this tag')
    else if (!tagged) problems.push(`finality: the chain does not know the tag ${finality}`)
  }
  if (changed.includes('l1Fee') && l1Fee === 'op-stack' && !facts?.contracts.l1FeeOracle)
    problems.push('l1Fee: the chain has no oracle of layer 1 fees')
  if (changed.includes('feeCap') && facts?.baseFee && isBelow(feeCap, facts.baseFee))
    problems.push(`feeCap: is below the base fee, which is ${facts.baseFee} gwei now`)
  if (problems.length > 0) throw validationError(problems)
}

/**
 * Changes settings of a chain, after `checkSettings`. If one of them may lose or move money, the whole change waits for
 * a second person. Throws not_found, and invalid if nothing changes.
 */
export async function updateChain(ctx: OperatorCtx, { chainId, ...to }: ChainUpdate): Promise<MutationOutcome> {
  const row = await lockChain(ctx, chainId)
  const from = toSettings(row)
  const { changed, risky } = compareSettings({ from, to, network: row.network })
  if (changed.length === 0) throw validationError(['body: nothing differs from how it is'])
  const change = { chainId, name: row.name, from: pick(from, changed), to: pick(to, changed) }
  if (risky.length === 0) {
    await applyChange(ctx, change)
    return { state: 'done' }
  }
  return proposeChange(ctx, change)
}

/** Proposes a change of a chain to a second person. */
export async function proposeChange(ctx: OperatorCtx, change: SettingsChange): Promise<MutationOutcome> {
  await createProposal(ctx, { act: 'chain', subject: String(change.chainId), input: change, valueMinor: null })
  return { state: 'proposed' }
}

function pick(settings: ChainSettings, names: readonly (keyof ChainSettings)[]): Partial<ChainSettings> {
  return Object.fromEntries(names.map((name) => [name, settings[name]]))
}

function isBelow(one: string, other: string): boolean {
  const [a, b] = [one, other].map((text) => parseUnits(text, 9))
  return a !== undefined && b !== undefined && 'units' in a && 'units' in b && a.units < b.units
}
