import { z } from 'zod'
import { type ChainFacts, chainRef } from '@/schemas/chains/contract'
import { lineOfText } from '@/schemas/text/contract'
import { parseUnits } from '@/server/money/amount'
import { FINALITIES } from './words'

const whole = (min: number, max: number) => z.int().min(min, `Enter at least ${min}`).max(max, `Enter at most ${max}`)

/** The settings of a chain that an operator can change. */
export const chainSettings = z.object({
  name: lineOfText.min(1, 'Enter a name').max(60),
  explorerUrl: z
    .string()
    .trim()
    .max(200)
    .regex(
      /^https?:\/\/[^\s\p{Cc}\p{Cs}/\\?#@][^\s\p{Cc}\p{Cs}\\?#@]*$/u,
      'Enter an address such as https://etherscan.io',
    )
    .transform((url) => url.replace(/\/+$/, '')),
  confirmations: whole(1, 1_000),
  finality: z.enum(FINALITIES),
  gasPolicy: z.enum(['sponsored', 'debited']),
  /** Gwei on EVM chains, micro-lamports per compute unit on Solana. */
  feeCap: z
    .string()
    .trim()
    .regex(/^(0|[1-9]\d{0,8})(\.\d{1,9})?$/, 'Enter an amount such as 50'),
  l1Fee: z.enum(['none', 'op-stack']),
  bumpAfterBlocks: whole(1, 1_000),
  blockTimeMs: whole(50, 600_000),
  laneWindow: whole(1, 500),
  isActive: z.boolean(),
})
export type ChainSettings = z.output<typeof chainSettings>
type SettingName = keyof ChainSettings

const typed = (field: z.ZodInt) =>
  z
    .string()
    .trim()
    .regex(/^\d{1,9}$/, 'Enter a whole number')
    .transform(Number)
    .pipe(field)
const { shape } = chainSettings

/** The settings as people type them. */
export const chainSettingsForm = chainSettings.extend({
  confirmations: typed(shape.confirmations),
  bumpAfterBlocks: typed(shape.bumpAfterBlocks),
  blockTimeMs: typed(shape.blockTimeMs),
  laneWindow: typed(shape.laneWindow),
})
export const updateChainInput = chainRef.extend(chainSettingsForm.shape)

/** An endpoint to add to a chain. */
export const chainEndpointInput = z.object({ url: z.string().trim().min(1, 'Enter an address').max(2_048) })

/** A chain that is added. It is an EVM chain: both clusters of Solana exist from the start. */
export const addChainInput = chainSettingsForm.omit({ isActive: true }).extend({
  ...chainEndpointInput.shape,
  code: z
    .string()
    .trim()
    .regex(/^[A-Z][A-Z0-9]{1,7}$/, 'Enter 2 to 8 capital letters or digits'),
  network: z.enum(['MAINNET', 'TESTNET']),
  nativeSymbol: z
    .string()
    .trim()
    .regex(/^[A-Za-z][A-Za-z0-9]{0,11}$/, 'Enter up to 12 letters or digits'),
})
export type AddChainInput = z.output<typeof addChainInput>

/** The facts known of a chain by its chain id alone. */
export type KnownChain = { name: string; nativeSymbol: string; explorerUrl: string; network: 'MAINNET' | 'TESTNET' }
export type ProbedChain = { facts: ChainFacts; known: KnownChain | null }

/** A change of a chain: the old and the new value of each setting. */
export const settingsChange = chainRef.extend({
  name: z.string(),
  from: chainSettings.partial(),
  to: chainSettings.partial(),
})
export type SettingsChange = z.output<typeof settingsChange>

export const SETTING_NAMES: Record<SettingName, string> = {
  name: 'Name',
  explorerUrl: 'Explorer',
  confirmations: 'Confirmations',
  finality: 'Finality',
  gasPolicy: 'Gas policy',
  feeCap: 'Fee cap',
  l1Fee: 'Layer 1 fee',
  bumpAfterBlocks: 'Replace after blocks',
  blockTimeMs: 'Block time',
  laneWindow: 'Unmined per wallet',
  isActive: 'Serving',
}

/** A chain as its own page shows it. */
export type ChainDetail = {
  chainId: number
  code: string
  chainType: 'EVM' | 'SOLANA'
  network: 'MAINNET' | 'TESTNET'
  nativeSymbol: string
  settings: ChainSettings
  tokens: ChainToken[]
}
export type ChainToken = { symbol: string; address: string; decimals: number }

type Pair = { from: ChainSettings; to: ChainSettings; network: 'MAINNET' | 'TESTNET' }

/** Whether a change may lose or move money, so that a second person has to agree to it. */
const RISKS: Partial<Record<SettingName, (pair: Pair) => boolean>> = {
  confirmations: ({ from, to }) => to.confirmations < from.confirmations,
  finality: ({ to }) => to.finality !== 'finalized',
  gasPolicy: () => true,
  feeCap: ({ from, to }) => isHigherCap(from.feeCap, to.feeCap),
  l1Fee: () => true,
  isActive: ({ to, network }) => to.isActive && network === 'MAINNET',
}

/** The settings in which two differ, and which of them take a second person. */
export function compareSettings(pair: Pair): { changed: SettingName[]; risky: SettingName[] } {
  const changed = chainSettings.keyof().options.filter((name) => pair.from[name] !== pair.to[name])
  return { changed, risky: changed.filter((name) => RISKS[name]?.(pair) ?? false) }
}

/** On Solana zero means the default, so that leaving or reaching it counts as higher. */
function isHigherCap(from: string, to: string): boolean {
  const [before, after] = [from, to].map((text) => parseUnits(text, 9))
  if (!before || !after || !('units' in before) || !('units' in after)) return true
  return after.units === 0n || after.units > before.units
}

/** `Confirmations: 12 → 20; Fee cap: 50 → 80`. */
export function describeChange({ from, to }: Pick<SettingsChange, 'from' | 'to'>): string {
  return chainSettings
    .keyof()
    .options.filter((name) => to[name] !== undefined)
    .map((name) => `${SETTING_NAMES[name]}: ${say(from[name])} → ${say(to[name])}`)
    .join('; ')
}

function say(value: string | number | boolean | undefined): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return String(value ?? '—')
}
