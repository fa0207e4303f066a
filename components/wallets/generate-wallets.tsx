'use client'

import { Plus } from 'lucide-react'
import { useRoleShortfall } from '@/components/projects/use-role-shortfall'
import { Button } from '@/components/ui/button'
import { LazyDialog } from '@/components/ui/lazy-dialog'
import { lazyPart } from '@/components/ui/lazy-part'

const form = lazyPart(() => import('./generate-wallets-form'))

/** Derives new wallets in a dialog. */
export function GenerateWallets({ projectId }: { projectId: string }) {
  const shortfall = useRoleShortfall(projectId, 'developer')
  return (
    <LazyDialog
      part={form}
      trigger={
        <Button variant="primary" icon={<Plus aria-hidden />} disabledReason={shortfall}>
          Generate wallets
        </Button>
      }
    >
      {({ GenerateWalletsForm }, state) => <GenerateWalletsForm projectId={projectId} {...state} />}
    </LazyDialog>
  )
}
