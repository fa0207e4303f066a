import type { AuditEntryView } from '@/schemas/audit/contract'

/** `EVM 3-5`: the chain type and the first and last index of generated wallets. */
const WALLETS = /^(EVM|SOLANA) (\d+)-(\d+)$/
const CHAIN_TYPES: Record<string, string> = { EVM: 'EVM', SOLANA: 'Solana' }

/** The text of the target of an audit entry, if it is not an id. */
export function targetText({ action, target }: Pick<AuditEntryView, 'action' | 'target'>): string {
  const [, chainType = '', first, last] = (action === 'wallet.generate' && WALLETS.exec(target)) || []
  if (first === undefined) return target
  const indices = first === last ? `wallet ${first}` : `wallets ${first} to ${last}`
  return `${CHAIN_TYPES[chainType]} ${indices}`
}
