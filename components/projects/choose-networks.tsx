'use client'

import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import type { MutationState } from '@/components/ui/mutation-state'

type ChooseNetworksProps = {
  testnetsOnly: boolean
  /** The networks are chosen already; else mainnets can be confirmed too. */
  isChosen: boolean
  shortfall: string | null
  mutation: MutationState
  /** Calls `onDone` after the choice, so that the dialog can close. */
  onChoose: (testnetsOnly: boolean, onDone: () => void) => void
}

/** Whether calls of a project may mean a mainnet. */
export function ChooseNetworks({ testnetsOnly, isChosen, shortfall, mutation, onChoose }: ChooseNetworksProps) {
  const [asking, setAsking] = useState(false)
  const choose = (isLimited: boolean) => onChoose(isLimited, () => setAsking(false))
  return (
    <Card
      title="Networks"
      description={testnetsOnly ? 'Testnets only' : 'Mainnets and testnets'}
      actions={
        <>
          {testnetsOnly || isChosen ? null : (
            <Button
              variant="ghost"
              takesOver="networks"
              disabledReason={shortfall}
              pending={mutation.isPending}
              onClick={() => choose(false)}
            >
              Keep mainnets
            </Button>
          )}
          <ConfirmDialog
            open={asking}
            onOpenChange={setAsking}
            trigger={
              <Button disabledReason={shortfall} data-takes-over="networks">
                {testnetsOnly ? 'Allow mainnets' : 'Limit to testnets'}
              </Button>
            }
            danger={testnetsOnly}
            title={testnetsOnly ? 'Allow mainnets?' : 'Limit this project to testnets?'}
            description={
              testnetsOnly
                ? 'Within ten seconds its keys can move real money, and Solana calls without a network use MAINNET.'
                : 'Within ten seconds mainnet calls return 403, and Solana calls without a network use devnet. Transactions that were already accepted continue.'
            }
            confirmLabel={testnetsOnly ? 'Allow mainnets' : 'Limit to testnets'}
            mutation={mutation}
            onConfirm={() => choose(!testnetsOnly)}
          />
        </>
      }
    >
      <p className="text-muted-foreground">
        {testnetsOnly ? (
          <>
            Mainnet calls return 403 with code <code className="font-mono">testnets_only</code>. A Solana call without{' '}
            <code className="font-mono">network</code> and <code className="font-mono">chainId</code> uses devnet.
          </>
        ) : (
          <>
            A Solana call without <code className="font-mono">network</code> and{' '}
            <code className="font-mono">chainId</code> uses MAINNET. Limit the project to testnets while you build, so
            that a missing field cannot spend real money.
          </>
        )}
      </p>
    </Card>
  )
}
