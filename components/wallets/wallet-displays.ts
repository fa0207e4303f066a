import type { StateDisplay } from '@/components/ui/state-badge'
import type { WalletView } from '@/schemas/wallets/contract'

export type WalletState = 'active' | 'deactivated'

export const WALLET_DISPLAYS = {
  active: { tone: 'success' },
  deactivated: { tone: 'neutral' },
} satisfies Record<WalletState, StateDisplay>

export const CHAIN_TYPE_NAMES = { EVM: 'EVM', SOLANA: 'Solana' } satisfies Record<WalletView['chainType'], string>

export const CHAIN_TYPE_OPTIONS = [
  { value: 'EVM', label: CHAIN_TYPE_NAMES.EVM },
  { value: 'SOLANA', label: CHAIN_TYPE_NAMES.SOLANA },
] as const
