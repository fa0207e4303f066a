'use client'

import { useState } from 'react'
import { useRoleShortfall } from '@/components/projects/use-role-shortfall'
import { TokenProvider } from '@/components/reference/token-context'
import { Card } from '@/components/ui/card'
import { LazyContent } from '@/components/ui/lazy-content'
import { lazyPart } from '@/components/ui/lazy-part'
import { LoadFailure } from '@/components/ui/load-failure'
import { useLazyPart } from '@/components/ui/use-lazy-part'
import { AbiField } from './abi-field'
import type { ContractAbi } from './read-abi'

// The ABI parser and the function form load once an ABI is entered.
const reader = lazyPart(() => import('./read-abi'))
const form = lazyPart(() => import('./contract-call'))

type Read = { abi: ContractAbi | null; problem: string | null }

const NOTHING: Read = { abi: null, problem: null }

/** Reads and calls of any contract by its ABI. */
export function ContractPage({ projectId }: { projectId: string }) {
  const isOwner = useRoleShortfall(projectId, 'owner') === null
  const { phase, load, preload } = useLazyPart(reader)
  const [text, setText] = useState('')
  const [{ abi, problem }, setRead] = useState(NOTHING)
  async function change(next: string) {
    setText(next)
    const module = await load()
    if (!module) return
    const read = next.trim() === '' ? NOTHING : module.readAbi(next)
    setRead('functions' in read ? { abi: read, problem: null } : { ...NOTHING, ...read })
  }
  return (
    <TokenProvider projects={isOwner ? [{ id: projectId, name: 'This project' }] : []}>
      <Card
        title="Contract"
        description="The form sends through the API with your own key, which is kept in memory only."
      >
        <div className="space-y-5">
          <AbiField text={text} problem={problem} onFocus={preload} onText={(next) => void change(next)} />
          {abi ? (
            <LazyContent part={form}>
              {({ ContractCall }) => <ContractCall projectId={projectId} abi={abi} />}
            </LazyContent>
          ) : null}
        </div>
      </Card>
      {phase === 'failed' ? <LoadFailure onRetry={() => void change(text)} onClose={() => void change('')} /> : null}
    </TokenProvider>
  )
}
