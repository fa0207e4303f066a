'use client'

import { Upload } from 'lucide-react'
import { useRoleShortfall } from '@/components/projects/use-role-shortfall'
import { Button } from '@/components/ui/button'
import { LazyDialog } from '@/components/ui/lazy-dialog'
import { lazyPart } from '@/components/ui/lazy-part'
import type { TokenView } from '@/schemas/tokens/contract'
import { inactiveReason } from './inactive-reason'

const form = lazyPart(() => import('./import-wallets-form'))

/** Registers many wallets from a file. */
export function ImportWallets({ projectId, token }: { projectId: string; token: TokenView }) {
  const shortfall = useRoleShortfall(projectId, 'developer', { includes: 'tokenization.token.admin' })
  return (
    <LazyDialog
      part={form}
      trigger={
        <Button icon={<Upload aria-hidden />} disabledReason={inactiveReason(token) ?? shortfall}>
          Import CSV
        </Button>
      }
    >
      {({ ImportWalletsForm }, state) => <ImportWalletsForm projectId={projectId} token={token} {...state} />}
    </LazyDialog>
  )
}
