'use client'

import { useId, useState } from 'react'
import { DataProvider } from '@/components/data-provider'
import { useServerMutation } from '@/components/form/use-server-mutation'
import { useTRPC } from '@/components/trpc'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { Label } from '@/components/ui/label'
import { Select } from '@/components/ui/select'
import type { Token } from './obtain-token'
import type { OwnedProject } from './token-context'

type OwnTokenProps = { projects: readonly OwnedProject[]; onToken: (token: Token) => void }

/** Also for pages outside the consoles, which load no data. */
export function OwnToken(props: OwnTokenProps) {
  return (
    <DataProvider>
      <TakeToken {...props} />
    </DataProvider>
  )
}

const ENVIRONMENTS = ['live', 'test'] as const

/** Takes a token with a key of one of the reader's projects: no key is pasted, and none is shown. */
function TakeToken({ projects, onToken }: OwnTokenProps) {
  const trpc = useTRPC()
  const choices = projects.flatMap(({ id, name }) =>
    ENVIRONMENTS.map((environment) => ({
      value: `${environment} ${id}`,
      label: `${name}: ${environment} key`,
      input: { projectId: id, environment },
    })),
  )
  const id = useId()
  const [value, setValue] = useState(choices[0]?.value ?? null)
  const chosen = choices.find((choice) => choice.value === value)
  const take = useServerMutation(trpc.keys.issueOwnToken, {
    again: true,
    onSuccess: ({ token, expiresIn }) => onToken({ value: token, expiresAt: new Date(Date.now() + expiresIn * 1_000) }),
  })
  return (
    <div className="space-y-1.5">
      <Label htmlFor={id}>Key of your project</Label>
      <div className="flex flex-wrap gap-2">
        <Select id={id} className="w-auto flex-1 basis-44" options={choices} value={value} onValueChange={setValue} />
        <Button
          variant="primary"
          pending={take.isPending}
          disabledReason={!chosen && 'Choose a key first'}
          onClick={() => chosen && take.mutate(chosen.input)}
        >
          Use this key
        </Button>
      </div>
      <p className="text-[0.8125rem] text-muted-foreground">
        As an owner you can use a key without entering it. This page gets an access token that is valid for ten minutes,
        and the audit log records it. You cannot approve requests made with this token. API calls need the live key.
      </p>
      {take.problem ? <Alert tone="danger">{take.problem}</Alert> : null}
    </div>
  )
}
