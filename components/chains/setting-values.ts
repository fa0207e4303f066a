import { z } from 'zod'
import type { ChainFacts } from '@/schemas/chains/contract'
import {
  addChainInput,
  type ChainDetail,
  type ChainSettings,
  chainSettingsForm,
  compareSettings,
  type ProbedChain,
  SETTING_NAMES,
} from '@/schemas/chains/settings/contract'

/** One form for both: an existing chain shows its identity as text. */
const identity = {
  url: z.string(),
  code: z.string(),
  network: z.enum(['MAINNET', 'TESTNET']),
  nativeSymbol: z.string(),
}
export const editForm = chainSettingsForm.extend(identity)
export const newForm = addChainInput.extend({ isActive: z.boolean() })
export type ChainValues = z.input<typeof editForm>

export function settingValuesOf({ settings, code, network, nativeSymbol }: ChainDetail): ChainValues {
  const { confirmations, bumpAfterBlocks, blockTimeMs, laneWindow } = settings
  return {
    ...settings,
    ...{ url: '', code, network, nativeSymbol },
    confirmations: String(confirmations),
    bumpAfterBlocks: String(bumpAfterBlocks),
    blockTimeMs: String(blockTimeMs),
    laneWindow: String(laneWindow),
  }
}

/**
 * The initial values of the form for a new chain, from the facts that the chain reports and those known by its chain
 * id.
 */
export function settingValuesOfNewChain({ facts, known }: ProbedChain, url: string): ChainValues {
  const network = known?.network ?? 'TESTNET'
  return {
    ...{ url, code: '', network, nativeSymbol: known?.nativeSymbol ?? '' },
    name: known?.name ?? '',
    explorerUrl: known?.explorerUrl ?? '',
    confirmations: '12',
    finality: facts.finalizedBlock === null ? 'depth' : 'finalized',
    gasPolicy: network === 'TESTNET' ? 'sponsored' : 'debited',
    feeCap: '',
    l1Fee: facts.contracts.l1FeeOracle ? 'op-stack' : 'none',
    bumpAfterBlocks: '3',
    blockTimeMs: String(Math.max(facts.blockTimeMs ?? 12_000, 50)),
    laneWindow: '16',
    isActive: true,
  }
}

/** The names of the changed settings that need a second person's approval; empty if there are none. */
export function settingsNeedingApproval(chain: ChainDetail, typed: ChainValues): string[] {
  const { data } = editForm.safeParse(typed)
  if (!data) return []
  const to: ChainSettings = data
  return compareSettings({ from: chain.settings, to, network: chain.network }).risky.map((name) => SETTING_NAMES[name])
}

/** Choices of finality that the chain has. */
export function finalityOptions(facts: ChainFacts | null, current: ChainSettings['finality']) {
  const all = [
    { value: 'depth', label: 'By confirmations', isThere: true },
    { value: 'safe', label: 'The tag safe', isThere: facts?.safeBlock != null },
    { value: 'finalized', label: 'The tag finalized', isThere: facts?.finalizedBlock != null },
  ]
  return all.filter(({ value, isThere }) => isThere || value === current)
}
