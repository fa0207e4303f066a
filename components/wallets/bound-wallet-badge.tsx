'use client'

import { useSuspenseQuery } from '@tanstack/react-query'
import { useTRPC } from '@/components/trpc'
import { Badge } from '@/components/ui/badge'
import { Hint } from '@/components/ui/hint'
import type { WalletView } from '@/schemas/wallets/contract'

/** Shows in a list that only one project may use the wallet; empty if all projects may. */
export function BoundWalletBadge({ projectId, wallet }: { projectId: string; wallet: WalletView }) {
  const trpc = useTRPC()
  // The page has loaded it, so nothing suspends here.
  const { data: projects } = useSuspenseQuery(trpc.projects.list.queryOptions({ projectId }))
  if (wallet.boundProjectId === null) return null
  const text = boundWalletText(wallet.boundProjectId, projects)
  return (
    <Hint content={text}>
      <Badge tone={wallet.boundProjectId === projectId ? 'accent' : 'neutral'}>
        <span className="max-w-32 truncate sm:max-w-48">{text}</span>
      </Badge>
    </Hint>
  )
}

/** "Only Shop": which project may use a wallet that is bound. */
export function boundWalletText(boundProjectId: string, projects: readonly { id: string; name: string }[]): string {
  return `Only ${projects.find(({ id }) => id === boundProjectId)?.name ?? boundProjectId}`
}
