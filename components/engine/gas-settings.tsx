'use client'

import { usePlatformShortfall } from '@/components/people/use-platform-shortfall'
import { Button } from '@/components/ui/button'
import { LazyDialog } from '@/components/ui/lazy-dialog'
import { lazyPart } from '@/components/ui/lazy-part'
import type { TreasuryChain } from '@/schemas/platform/contract'

const form = lazyPart(() => import('./gas-settings-form'))

/** How a chain's gas is paid and when its wallets count as low. */
export function GasSettings({ chain }: { chain: TreasuryChain }) {
  const shortfall = usePlatformShortfall()
  return (
    <LazyDialog
      part={form}
      trigger={
        <Button size="sm" aria-label={`Edit gas of ${chain.name}`} disabledReason={shortfall}>
          Edit gas
        </Button>
      }
    >
      {({ GasSettingsForm }, state) => <GasSettingsForm chain={chain} {...state} />}
    </LazyDialog>
  )
}
