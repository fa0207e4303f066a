'use client'

import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { FormShell } from '@/components/form/form-shell'
import { SubmitButton } from '@/components/form/submit-button'
import { TextField } from '@/components/form/text-field'
import { useServerMutation } from '@/components/form/use-server-mutation'
import { useTRPC } from '@/components/trpc'
import { toast } from '@/components/ui/toast'
import { RecoveryCodes } from './recovery-codes'

type AddPasskeyProps = {
  /** The page to open after the passkey is added and recovery codes are stored; without it the page does not change. */
  doneAt?: string
}

/** Adds a passkey: a name, the browser's dialog, and recovery codes if it is the first second factor. */
export function AddPasskey({ doneAt }: AddPasskeyProps) {
  const trpc = useTRPC()
  const client = useQueryClient()
  const [codes, setCodes] = useState<string[] | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const { control, handleSubmit, getValues, reset } = useForm({ defaultValues: { name: '' } })
  const add = useServerMutation(trpc.people.addPasskey, {
    again: true,
    onSuccess: ({ recoveryCodes }) => (recoveryCodes === null ? done() : setCodes(recoveryCodes)),
  })
  const begin = useServerMutation(trpc.people.beginPasskey, {
    again: true,
    onSuccess: async (options) => {
      const { createPasskey, passkeyProblem } = await import('./passkey-calls')
      try {
        const attestation = await createPasskey(options)
        add.mutate({ name: getValues('name'), attestation })
      } catch (error) {
        setProblem(passkeyProblem(error))
      }
    },
  })
  async function done() {
    // A full page load, because the permissions of this person have changed.
    if (doneAt !== undefined) return window.location.assign(doneAt)
    setCodes(null)
    reset()
    await Promise.all([
      client.invalidateQueries(trpc.people.getFactor.pathFilter()),
      client.invalidateQueries(trpc.people.listSessions.pathFilter()),
    ])
    toast.success('Passkey added')
  }
  if (codes !== null) return <RecoveryCodes codes={codes} onDone={done} />
  return (
    <FormShell
      onSubmit={handleSubmit(() => {
        setProblem(null)
        add.reset()
        begin.mutate()
      })}
      error={problem ?? begin.problem ?? add.problem}
    >
      <TextField
        control={control}
        name="name"
        rules={{ required: 'Enter a name' }}
        label="Name of the passkey"
        hint="For you to tell it from others, such as Work laptop."
        maxLength={60}
      />
      <SubmitButton pending={begin.isPending || add.isPending}>Add passkey</SubmitButton>
    </FormShell>
  )
}
