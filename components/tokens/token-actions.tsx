'use client'

import { ArrowLeftRight, Coins, Flame } from 'lucide-react'
import type { ReactElement, ReactNode } from 'react'
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

/** What may be asked of a token, each with why not. */
export function TokenActions({ projectId, token }: { projectId: string; token: TokenView }) {
  const shortfall = useRoleShortfall(projectId, 'developer')
  const of = { projectId, token }
  const trigger = (label: string, icon: ReactNode, reason: string | null): ReactElement<TriggerProps> => (
    <Button icon={icon} disabledReason={reason ?? shortfall}>
      {label}
    </Button>
  )
  return (
    <>
      <LazyDialog part={mint} trigger={trigger('Mint', <Coins aria-hidden />, notMoving(token))}>
        {({ MintForm }, state) => <MintForm {...of} {...state} />}
      </LazyDialog>
      <LazyDialog part={burn} trigger={trigger('Burn', <Flame aria-hidden />, notMoving(token))}>
        {({ BurnForm }, state) => <BurnForm {...of} {...state} />}
      </LazyDialog>
      <LazyDialog part={transfer} trigger={trigger('Transfer', <ArrowLeftRight aria-hidden />, notMoving(token))}>
        {({ TransferForm }, state) => <TransferForm {...of} {...state} />}
      </LazyDialog>
      <PauseToken {...of} />
      {token.yieldParams === null ? null : <PayBack {...of} />}
    </>
  )
}

type TriggerProps = Parameters<typeof Button>[0]
