import type { Chain } from '@/server/chains/registry'
import type { RecoveryView } from './contract'
import { objectionsTo } from './judge-look'
import type { Recovery } from './note-look'

export function toRecoveryView(row: Recovery, { chains, now }: { chains: readonly Chain[]; now: Date }): RecoveryView {
  const { id, cause, message, enteredAt, lookedAt, findings, lost } = row
  const nameOf = (chainId: number) => chains.find((chain) => chain.chainId === chainId)?.name ?? String(chainId)
  return {
    ...{ id, cause, message },
    enteredAt: enteredAt.toISOString(),
    lookedAt: lookedAt?.toISOString() ?? null,
    chains: findings.map(({ chainId, state, detail }) => ({ chainId, chainName: nameOf(chainId), state, detail })),
    lost: lost.map(({ chainId, hash, fromAddress, toAddress }) => ({
      ...{ chainId, hash, fromAddress, toAddress },
      chainName: nameOf(chainId),
    })),
    objections: objectionsTo(row, now),
  }
}
