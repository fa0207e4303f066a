'use client'

import { useRoleShortfall } from '@/components/projects/use-role-shortfall'
import { AddDialog } from '@/components/ui/add-dialog'
import { lazyPart } from '@/components/ui/lazy-part'

const form = lazyPart(() => import('./generate-wallets-form'))

/** Derives new wallets in a dialog. */
export function GenerateWallets({ projectId }: { projectId: string }) {
  const shortfall = useRoleShortfall(projectId, 'developer', { includes: 'wallet.hd.generate' })
  return (
    <AddDialog part={form} label="Generate wallets" variant="primary" disabledReason={shortfall}>
      {({ GenerateWalletsForm }, state) => <GenerateWalletsForm projectId={projectId} {...state} />}
    </AddDialog>
  )
}
