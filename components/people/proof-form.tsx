'use client'

import { useQuery } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { FormDialog } from '@/components/form/form-dialog'
import { TextField } from '@/components/form/text-field'
import { useServerMutation } from '@/components/form/use-server-mutation'
import { useTRPC } from '@/components/trpc'
import { Button } from '@/components/ui/button'
import { OrDivider } from '@/components/ui/or-divider'
import type { DialogState } from '@/components/ui/use-lazy-dialog'
import type { Proof } from '@/schemas/people/words'

type ProofFormProps = DialogState & { proof: Proof; onProven: () => void }

const FIELDS = {
  code: {
    label: 'Authentication code',
    hint: 'From your authenticator app, or one of your recovery codes.',
    required: 'Enter the code',
    type: 'text',
    autoComplete: 'one-time-code',
  },
  recovery: {
    label: 'Recovery code',
    hint: 'One of the recovery codes that you stored.',
    required: 'Enter the code',
    type: 'text',
    autoComplete: 'off',
  },
  password: {
    label: 'Your password',
    hint: undefined,
    required: 'Enter your password',
    type: 'password',
    autoComplete: 'current-password',
  },
} as const

/** Asks the person for a fresh proof of identity before a sensitive change. */
export function ProofForm({ proof, onProven, ...state }: ProofFormProps) {
  const trpc = useTRPC()
  const { control, handleSubmit } = useForm({ defaultValues: { proof: '' } })
  const verify = useServerMutation(trpc.people.verify, { again: true, onSuccess: onProven })
  const factor = useQuery({ ...trpc.people.getFactor.queryOptions(), enabled: proof === 'code' })
  const [passkeyProblem, setPasskeyProblem] = useState<string | null>(null)
  const begin = useServerMutation(trpc.people.beginPasskeyProof, {
    again: true,
    onSuccess: async (options) => {
      const calls = await import('./passkey-calls')
      try {
        verify.mutate({ passkey: await calls.signWithPasskey(options) })
      } catch (error) {
        setPasskeyProblem(calls.passkeyProblem(error))
      }
    },
  })
  const hasPasskey = (factor.data?.passkeys.length ?? 0) > 0
  const isWithoutApp = hasPasskey && factor.data?.addedAt === null
  const { label, hint, required, type, autoComplete } = FIELDS[isWithoutApp ? 'recovery' : proof]
  return (
    <FormDialog
      {...state}
      size="sm"
      title="Confirm that it is you"
      description="This is a sensitive change. You will not be asked again for ten minutes."
      submitLabel="Confirm"
      mutation={{ ...verify, problem: passkeyProblem ?? begin.problem ?? verify.problem }}
      onSubmit={handleSubmit((values) => {
        setPasskeyProblem(null)
        verify.mutate({ [proof]: values.proof })
      })}
    >
      <TextField
        control={control}
        name="proof"
        rules={{ required }}
        label={label}
        hint={hint}
        type={type}
        autoComplete={autoComplete}
      />
      {hasPasskey ? (
        <>
          <OrDivider />
          <Button
            className="w-full"
            icon={<KeyRound aria-hidden />}
            pending={begin.isPending}
            disabled={verify.isPending}
            onClick={() => {
              setPasskeyProblem(null)
              verify.reset()
              begin.mutate()
            }}
          >
            Use a passkey
          </Button>
        </>
      ) : null}
    </FormDialog>
  )
}
