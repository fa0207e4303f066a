import { shortenMiddle } from '@/components/ui/shorten-middle'
import type { Suggestion } from '@/components/ui/suggested-input'
import { type AddressType, addressText } from '@/schemas/addresses/contract'
import type { RecipientRule } from '@/schemas/policies/contract'
import type { TransactionView } from '@/schemas/transactions/contract'
import type { WalletView } from '@/schemas/wallets/contract'

const MAX_SHOWN = 20

type Known = {
  chainType: AddressType
  /** The wallet that sends. */
  from: string
  typed: string
  allowed: readonly RecipientRule[]
  recent: readonly Pick<TransactionView, 'toAddress' | 'type'>[]
  wallets: readonly Pick<WalletView, 'address' | 'addressIndex' | 'purpose' | 'chainType'>[]
}

/**
 * The recipients that a transfer form suggests: those of the policy, those of recent transfers, and the project's own
 * wallets. Each address is listed once, under its best name.
 */
export function knownRecipients({ chainType, from, typed, allowed, recent, wallets }: Known): Suggestion[] {
  const named = [
    ...allowed.map(({ address, label }) => ({ address, name: label, origin: 'Allowed by the policy' })),
    ...wallets.map(({ address, addressIndex, purpose }) => ({
      address,
      name: `Wallet ${addressIndex}`,
      origin: ['Your wallet', purpose].filter(Boolean).join(' · '),
    })),
    ...recent
      .filter(({ type }) => type === 'TRANSFER')
      .map(({ toAddress }) => ({ address: toAddress, name: '', origin: 'Recent recipient' })),
  ]
  const text = typed.trim().toLowerCase()
  const seen = new Set([from])
  const found = named.filter(({ address, name, origin }) => {
    if (seen.has(address) || !addressText(chainType).safeParse(address).success) return false
    seen.add(address)
    return `${address} ${name} ${origin}`.toLowerCase().includes(text)
  })
  // No recipient is left to choose.
  if (found.length === 1 && found[0]?.address.toLowerCase() === text) return []
  return found.slice(0, MAX_SHOWN).map(({ address, name, origin }) => ({
    value: address,
    label: name ? `${name} (${shortenMiddle(address)})` : shortenMiddle(address),
    hint: origin,
  }))
}
