'use client'

import { ArrowRightLeft, Coins, Flame } from 'lucide-react'
import { useRoleShortfall } from '@/components/projects/use-role-shortfall'
import { Button } from '@/components/ui/button'
import { LazyDialog } from '@/components/ui/lazy-dialog'
import { lazyPart } from '@/components/ui/lazy-part'
import type { TokenView } from '@/server/tokens/contract'
import { notMoving } from './not-live'
import { PauseToken } from './pause-token'
import { PayBack } from './pay-back'

const mint = lazyPart(() => import('./mint-form'))
const burn = lazyPart(() => import('./burn-form'))
const transfer = lazyPart(() => import('./transfer-form'))

/** What can be done with a token. */
export function TokenActions({ projectId, token }: { projectId: string; token: TokenView }) {
  const shortfall = useRoleShortfall(projectId, 'developer')
  const disabledReason = notMoving(token) ?? shortfall
  const of = { projectId, token }
  return (
    <>
      <LazyDialog
        part={mint}
        trigger={
          <Button variant="primary" icon={<Coins aria-hidden />} disabledReason={disabledReason}>
            Mint
          </Button>
        }
      >
        {({ MintForm }, state) => <MintForm {...of} {...state} />}
      </LazyDialog>
      <LazyDialog
        part={transfer}
        trigger={
          <Button icon={<ArrowRightLeft aria-hidden />} disabledReason={disabledReason}>
            Transfer
          </Button>
        }
      >
        {({ TransferForm }, state) => <TransferForm {...of} {...state} />}
      </LazyDialog>
      <LazyDialog
        part={burn}
        trigger={
          <Button icon={<Flame aria-hidden />} disabledReason={disabledReason}>
            Burn
          </Button>
        }
      >
        {({ BurnForm }, state) => <BurnForm {...of} {...state} />}
      </LazyDialog>
      <PauseToken {...of} />
      {token.yieldParams ? <PayBack {...of} /> : null}
    </>
  )
}
