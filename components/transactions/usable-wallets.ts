import type { WalletView } from '@/schemas/wallets/contract'

type WalletSearch = { search?: string; chainType?: WalletView['chainType'] }

/** The first wallets that a project may send from, of those that match. */
export function usableWallets(projectId: string, { search = '', chainType }: WalletSearch = {}) {
  return { projectId, chainType, search: search.slice(0, 120) || undefined, usable: true, page: 1 }
}
