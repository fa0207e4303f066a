'use client'

import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { FormShell } from '@/components/form/form-shell'
import { SubmitButton } from '@/components/form/submit-button'
import { TextField } from '@/components/form/text-field'
import { useServerMutation } from '@/components/form/use-server-mutation'
import { useTRPC } from '@/components/trpc'
import { Button } from '@/components/ui/button'
import { CopyField } from '@/components/ui/copy-field'
import { ProblemAlert } from '@/components/ui/problem-alert'
import { QrCode } from '@/components/ui/qr-code'
import { RecoveryCodes } from './recovery-codes'

type AddAuthenticatorProps = {
  label?: string
  /** The page to open after the recovery codes are stored; without it the page does not change. */
  doneAt?: string
}

/** Adds an authenticator app: a QR code, a first code, and then the recovery codes. */
export function AddAuthenticator({ label = 'Add authenticator app', doneAt }: AddAuthenticatorProps) {
  const trpc = useTRPC()
  const client = useQueryClient()
  const [codes, setCodes] = useState<string[] | null>(null)
  const { control, handleSubmit, reset } = useForm({ defaultValues: { code: '' } })
  const begin = useServerMutation(trpc.people.beginTotp, { again: true })
  const confirm = useServerMutation(trpc.people.confirmTotp, {
    again: true,
    onSuccess: ({ recoveryCodes }) => setCodes(recoveryCodes),
  })
  function cancel() {
    reset()
    confirm.reset()
    begin.reset()
  }
  async function done() {
    // A full page load, because the permissions of this person have changed.
    if (doneAt !== undefined) return window.location.assign(doneAt)
    setCodes(null)
    reset()
    begin.reset()
    await Promise.all([
      client.invalidateQueries(trpc.people.getFactor.pathFilter()),
      client.invalidateQueries(trpc.people.listSessions.pathFilter()),
    ])
  }
  if (codes !== null) return <RecoveryCodes codes={codes} onDone={done} />
  if (!begin.data) {
    return (
      <div className="space-y-4">
        <ProblemAlert problem={begin.problem} />
        <Button variant="primary" pending={begin.isPending} onClick={() => begin.mutate()}>
          {label}
        </Button>
      </div>
    )
  }
  return (
    <FormShell
      onSubmit={handleSubmit((values) => confirm.mutate(values))}
      error={confirm.problem?.replace(/^code: /, '') ?? null}
    >
      <p>
        Scan the QR code with an authenticator app on your phone, or enter the key. Then enter the code that the app
        shows.
      </p>
      <QrCode value={begin.data.uri} label="QR code for your authenticator app" />
      <CopyField value={begin.data.key} label="Key" />
      <TextField
        control={control}
        name="code"
        rules={{ required: 'Enter the code' }}
        label="Code the app shows"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={7}
      />
      <div className="flex flex-wrap gap-2">
        <SubmitButton pending={confirm.isPending}>Confirm</SubmitButton>
        {doneAt === undefined ? (
          <Button variant="ghost" disabled={confirm.isPending} onClick={cancel}>
            Cancel
          </Button>
        ) : null}
      </div>
    </FormShell>
  )
}
