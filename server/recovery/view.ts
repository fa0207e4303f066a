import type { AccessToReview, RecoveryView } from '@/schemas/recovery/contract'
import type { Chain } from '@/server/chains/registry'
import { objectionsTo } from './judge-snapshot'
import type { Recovery } from './record-snapshot'

type Around = { chains: readonly Chain[]; toReview: AccessToReview[]; now: Date }

export function toRecoveryView(row: Recovery, { chains, toReview, now }: Around): RecoveryView {
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
    toReview,
    objections: objectionsTo(row, now),
  }
}
