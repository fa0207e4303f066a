'use client'

import { useState } from 'react'
import type { Act } from '@/components/ui/act'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'

type ChooseNetworksProps = {
  testnetsOnly: boolean
  /** Somebody decided already; else mainnets can be confirmed too. */
  isChosen: boolean
  shortfall: string | null
  act: Act
  /** Calls `onDone` when it is chosen, so that the question can close. */
  onChoose: (testnetsOnly: boolean, onDone: () => void) => void
}

/** Whether calls of a project may mean a mainnet. */
export function ChooseNetworks({ testnetsOnly, isChosen, shortfall, act, onChoose }: ChooseNetworksProps) {
  const [asking, setAsking] = useState(false)
  const choose = (wanted: boolean) => onChoose(wanted, () => setAsking(false))
  return (
    <Card
      title="Networks"
      description={testnetsOnly ? 'Testnets only' : 'Mainnets and testnets'}
      actions={
        <>
          {testnetsOnly || isChosen ? null : (
            <Button variant="ghost" disabledReason={shortfall} pending={act.isPending} onClick={() => choose(false)}>
              Keep mainnets
            </Button>
          )}
          <ConfirmDialog
            open={asking}
            onOpenChange={setAsking}
            trigger={
              <Button disabledReason={shortfall}>{testnetsOnly ? 'Allow mainnets' : 'Limit to testnets'}</Button>
            }
            danger={testnetsOnly}
            title={testnetsOnly ? 'Allow mainnets?' : 'Limit this project to testnets?'}
            description={
              testnetsOnly
                ? 'Within ten seconds its keys can move real money, and a Solana call that names no network means MAINNET.'
                : 'Within ten seconds calls that mean a mainnet are answered 403, and a Solana call that names no network means devnet. What was accepted before goes on.'
            }
            confirmLabel={testnetsOnly ? 'Allow mainnets' : 'Limit to testnets'}
            act={act}
            onConfirm={() => choose(!testnetsOnly)}
          />
        </>
      }
    >
      <p className="text-muted-foreground">
        {testnetsOnly ? (
          <>
            Calls that mean a mainnet are answered 403 with code <code className="font-mono">testnets_only</code>. A
            Solana call without <code className="font-mono">network</code> and{' '}
            <code className="font-mono">chainId</code> means devnet.
          </>
        ) : (
          <>
            A Solana call without <code className="font-mono">network</code> and{' '}
            <code className="font-mono">chainId</code> means MAINNET. While you build, limit the project to testnets: a
            forgotten field then costs nothing.
          </>
        )}
      </p>
    </Card>
  )
}
