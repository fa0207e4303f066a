import type { StateLook } from '@/components/ui/state-badge'

export type WalletState = 'active' | 'deactivated'

export const WALLET_LOOKS = {
  active: { tone: 'success' },
  deactivated: { tone: 'neutral' },
} satisfies Record<WalletState, StateLook>

export const CHAIN_TYPE_OPTIONS = [
  { value: 'EVM', label: 'EVM' },
  { value: 'SOLANA', label: 'Solana' },
] as const
