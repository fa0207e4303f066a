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
  const cannot = {
    mint: useRoleShortfall(projectId, 'developer', { includes: 'tokenization.token.mint' }),
    transfer: useRoleShortfall(projectId, 'developer', { includes: 'tokenization.token.transfer' }),
    burn: useRoleShortfall(projectId, 'developer', { includes: 'tokenization.token.burn' }),
  }
  const still = transferDisabledReason(token)
  const of = { projectId, token }
  return (
    <>
      <LazyDialog
        part={mint}
        trigger={
          <Button variant="primary" icon={<Coins aria-hidden />} disabledReason={still ?? cannot.mint}>
            Mint
          </Button>
        }
      >
        {({ MintForm }, state) => <MintForm {...of} {...state} />}
      </LazyDialog>
      <LazyDialog
        part={transfer}
        trigger={
          <Button icon={<ArrowRightLeft aria-hidden />} disabledReason={still ?? cannot.transfer}>
            Transfer
          </Button>
        }
      >
        {({ TransferForm }, state) => <TransferForm {...of} {...state} />}
      </LazyDialog>
      <LazyDialog
        part={burn}
        trigger={
          <Button icon={<Flame aria-hidden />} disabledReason={still ?? cannot.burn}>
            Burn
          </Button>
        }
      >
        {({ BurnForm }, state) => <BurnForm {...of} {...state} />}
      </LazyDialog>
      <PauseToken {...of} />
      {token.yieldParams ? <RedeemPrincipal {...of} /> : null}
    </>
  )
}
