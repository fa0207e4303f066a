'use client'

import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { liveKeyHint, noKeysText } from '@/components/keys/live-key-hint'
import { RotateProjectKeys } from '@/components/keys/rotate-project-keys'
import { LinkButton } from '@/components/layout/link-button'
import { paths } from '@/components/paths'
import { useTRPC } from '@/components/trpc'
import { Alert } from '@/components/ui/alert'
import { Card } from '@/components/ui/card'
import { CodeBlock } from '@/components/ui/code-block'
import { Input } from '@/components/ui/input'
import { Label } from '@/components/ui/label'
import { firstCallCode } from './first-call-code'
import { liveKeyProblem } from './live-key-problem'

type FirstCallProps = {
  projectId: string
  baseUrl: string
  liveKey: { prefix: string; lastFour: string } | null
  /** Without a plan the call is refused. */
  hasPlan: boolean
  /** Whether another key can be made from here. */
  canRotate?: boolean
  /** A key that the page has just made. */
  newKey?: string
}

/** A call to copy, with a key that was pasted or made by rotating; only the page knows the key, and forgets it. */
export function FirstCall({ projectId, baseUrl, liveKey, hasPlan, canRotate = false, newKey = '' }: FirstCallProps) {
  const [pasted, setPasted] = useState(newKey)
  const id = useId()
  const keys = useQuery(useTRPC().keys.list.queryOptions({ projectId }))
  const key = pasted.trim()
  const problem = key ? liveKeyProblem(key) : null
  const hint = liveKeyHint(liveKey)
  return (
    <Card
      title="Your first call"
      description="Get an access token, then create two wallets. Enter your live key and copy the code into a shell."
      actions={canRotate ? <RotateProjectKeys projectId={projectId} onLiveKey={setPasted} /> : null}
    >
      <div className="space-y-4">
        {hasPlan ? null : (
          <Alert
            tone="warning"
            title="Choose a plan first"
            actions={
              <LinkButton size="sm" href={paths.projectPlans(projectId)}>
                See plans
              </LinkButton>
            }
          >
            Without a plan, the call returns 402. The free Wallet plan starts immediately.
          </Alert>
        )}
        <div className="max-w-xl space-y-1.5">
          <Label htmlFor={id}>Live key</Label>
          <Input
            id={id}
            mono
            type="password"
            autoComplete="off"
            placeholder={hint}
            value={pasted}
            onChange={(event) => setPasted(event.target.value)}
            aria-invalid={problem !== null}
            aria-describedby={`${id}-hint`}
          />
          <p
            id={`${id}-hint`}
            role={problem ? 'alert' : undefined}
            className={problem ? 'text-[0.8125rem] text-danger-foreground' : 'text-[0.8125rem] text-muted-foreground'}
          >
            {problem ??
              (liveKey
                ? 'The key stays in this page. Slipway does not store keys. If you lose one, rotate it.'
                : noKeysText(keys.data?.mayCreate))}
          </p>
        </div>
        <CodeBlock
          title="Your first call: an access token, then two wallets"
          code={firstCallCode({ baseUrl, hint, key: problem ? '' : key })}
        />
      </div>
    </Card>
  )
}
