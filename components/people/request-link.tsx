'use client'

import type { ReactNode } from 'react'
import { useForm } from 'react-hook-form'
import { FormShell } from '@/components/form/form-shell'
import { SubmitButton } from '@/components/form/submit-button'
import { TextField } from '@/components/form/text-field'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { EmailAddress } from '@/components/ui/email-address'
import type { MutationState } from '@/components/ui/mutation-state'

type AskForLinkProps = {
  mutation: MutationState & { isSuccess: boolean }
  onAsk: (values: { email: string; password: string }) => void
  label?: string
  /** This address is not the sign-in address. The password is therefore typed and not autofilled. */
  isNewAddress?: boolean
  submitLabel: string
  /** The message after the link is sent. */
  sent: (email: ReactNode) => ReactNode
}

/** Asks for the address that a one-time link is emailed to, and then says to check its mailbox. */
export function RequestLink(props: AskForLinkProps) {
  const { mutation, onAsk, label = 'Email', isNewAddress = false, submitLabel, sent } = props
  const { control, handleSubmit, getValues, reset } = useForm({ defaultValues: { email: '', password: '' } })
  if (mutation.isSuccess) {
    return (
      <div className="space-y-4">
        <Alert tone="success" title="Check your email">
          {sent(<EmailAddress value={getValues('email')} className="font-semibold" />)}
        </Alert>
        <Button
          autoFocus
          className={isNewAddress ? undefined : 'w-full'}
          onClick={() => {
            reset()
            mutation.reset()
          }}
        >
          Use another address
        </Button>
      </div>
    )
  }
  return (
    <FormShell onSubmit={handleSubmit(onAsk)} error={mutation.problem?.replace(/^(email|password): /, '') ?? null}>
      <TextField
        control={control}
        name="email"
        rules={{ required: 'Enter an email address' }}
        label={label}
        type="email"
        autoComplete={isNewAddress ? 'off' : 'username'}
        autoFocus={!isNewAddress}
      />
      {isNewAddress ? (
        <TextField
          control={control}
          name="password"
          rules={{ required: 'Enter your password' }}
          label="Your password"
          type="password"
          autoComplete="current-password"
        />
      ) : null}
      <SubmitButton
        pending={mutation.isPending}
        variant={isNewAddress ? 'secondary' : 'primary'}
        className={isNewAddress ? undefined : 'w-full'}
      >
        {submitLabel}
      </SubmitButton>
    </FormShell>
  )
}
