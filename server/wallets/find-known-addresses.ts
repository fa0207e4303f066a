import { and, eq, inArray } from 'drizzle-orm'
import { policies, tokens, wallets } from '@/db/schema'
import type { KnownAddress } from '@/schemas/addresses/contract'
import type { TenantCtx } from '@/server/ctx'
import { isSameAddress } from '@/server/policies/is-same-address'

type KnownCtx = Pick<TenantCtx, 'db' | 'businessId'>

/**
 * The names that a business has for these addresses: of its own wallets, its tokens, and the recipients of its
 * policies. Each address once, in this order. `addresses`: as they are stored.
 */
export async function findKnownAddresses(
  { db, businessId }: KnownCtx,
  addresses: readonly (string | null)[],
): Promise<KnownAddress[]> {
  const unique = [...new Set(addresses.filter((address) => address !== null))]
  if (unique.length === 0) return []
  const [ownWallets, ownTokens, rules] = await Promise.all([
    db
      .select({ id: wallets.id, address: wallets.address, label: wallets.label, index: wallets.addressIndex })
      .from(wallets)
      .where(and(eq(wallets.businessId, businessId), inArray(wallets.address, unique))),
    db
      .select({ id: tokens.id, address: tokens.contractAddress, name: tokens.ticker, projectId: tokens.projectId })
      .from(tokens)
      .where(and(eq(tokens.businessId, businessId), inArray(tokens.contractAddress, unique))),
    db
      .select({ projectId: policies.projectId, recipients: policies.allowedRecipients })
      .from(policies)
      .where(eq(policies.businessId, businessId)),
  ])
  const recipients = rules.flatMap(({ projectId, recipients: allowed }) =>
    (allowed ?? []).map(({ address, label }) => ({ projectId, address, name: label })),
  )
  return unique.flatMap((address): KnownAddress[] => {
    const wallet = ownWallets.find((own) => own.address === address)
    if (wallet) {
      const name = wallet.label ?? `Wallet ${wallet.index}`
      return [{ address, kind: 'wallet', name, id: wallet.id, projectId: null }]
    }
    const token = ownTokens.find((own) => own.address === address)
    if (token) return [{ address, kind: 'token', name: token.name, id: token.id, projectId: token.projectId }]
    const recipient = recipients.find((allowed) => isSameAddress(allowed.address, address))
    if (!recipient) return []
    return [{ address, kind: 'recipient', name: recipient.name, id: null, projectId: recipient.projectId }]
  })
}
