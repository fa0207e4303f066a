'use client'

import { ArrowRightLeft, Coins, Flame } from 'lucide-react'
import { useRoleShortfall } from '@/components/projects/use-role-shortfall'
import { Button } from '@/components/ui/button'
import { LazyDialog } from '@/components/ui/lazy-dialog'
import { lazyPart } from '@/components/ui/lazy-part'
import type { TokenView } from '@/schemas/tokens/contract'
import { transferDisabledReason } from './inactive-reason'
import { PauseToken } from './pause-token'
import { RedeemPrincipal } from './redeem-principal'

const mint = lazyPart(() => import('./mint-form'))
const burn = lazyPart(() => import('./burn-form'))
const transfer = lazyPart(() => import('./transfer-form'))

/** The actions on a token. */
export function TokenActions({ projectId, token }: { projectId: string; token: TokenView }) {
  const shortfalls = {
    mint: useRoleShortfall(projectId, 'developer', { includes: 'tokenization.token.mint' }),
    transfer: useRoleShortfall(projectId, 'developer', { includes: 'tokenization.token.transfer' }),
    burn: useRoleShortfall(projectId, 'developer', { includes: 'tokenization.token.burn' }),
  }
  const transfersDisabled = transferDisabledReason(token)
  const props = { projectId, token }
  return (
    <>
      <LazyDialog
        part={mint}
        trigger={
          <Button variant="primary" icon={<Coins aria-hidden />} disabledReason={transfersDisabled ?? shortfalls.mint}>
            Mint
          </Button>
        }
      >
        {({ MintForm }, state) => <MintForm {...props} {...state} />}
      </LazyDialog>
      <LazyDialog
        part={transfer}
        trigger={
          <Button icon={<ArrowRightLeft aria-hidden />} disabledReason={transfersDisabled ?? shortfalls.transfer}>
            Transfer
          </Button>
        }
      >
        {({ TransferForm }, state) => <TransferForm {...props} {...state} />}
      </LazyDialog>
      <LazyDialog
        part={burn}
        trigger={
          <Button icon={<Flame aria-hidden />} disabledReason={transfersDisabled ?? shortfalls.burn}>
            Burn
          </Button>
        }
      >
        {({ BurnForm }, state) => <BurnForm {...props} {...state} />}
      </LazyDialog>
      <PauseToken {...props} />
      {token.yieldParams ? <RedeemPrincipal {...props} /> : null}
    </>
  )
}
