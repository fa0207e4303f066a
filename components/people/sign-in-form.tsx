'use client'

import { useState } from 'react'
import { type Resolver, useForm } from 'react-hook-form'
import { FormShell } from '@/components/form/form-shell'
import { SubmitButton } from '@/components/form/submit-button'
import { TextField } from '@/components/form/text-field'
import type { SignInInput } from '@/schemas/people/contract'
import { signIn } from './auth-calls'

const UNREACHABLE = 'The server could not be reached. Check your connection and try again.'

/** Only what is plainly missing: the server has the schema, and this page is kept light. */
const resolver: Resolver<SignInInput> = (values) => {
  const email = values.email.trim().toLowerCase()
  const problems = {
    ...(/^[^\s@]+@[^\s@]+$/.test(email) ? {} : { email: problem('Enter an e-mail address') }),
    ...(values.password === '' ? { password: problem('Enter your password') } : {}),
  }
  if (Object.keys(problems).length > 0) return { values: {}, errors: problems }
  return { values: { ...values, email }, errors: {} }
}

function problem(message: string) {
  return { type: 'validate', message }
}

/** `next` is a path of this portal, checked by the page. */
export function SignInForm({ next }: { next: string }) {
  const { control, handleSubmit, formState, resetField } = useForm({
    resolver,
    defaultValues: { email: '', password: '' },
  })
  const [error, setError] = useState<string | null>(null)
  const [leaving, setLeaving] = useState(false)

  const onSubmit = handleSubmit(async (credentials) => {
    setError(null)
    const refusal = await signIn(credentials).catch(() => UNREACHABLE)
    if (refusal === null) {
      setLeaving(true)
      // A full load, so that nothing of an earlier person stays in the caches.
      window.location.assign(next)
      return
    }
    setError(refusal)
    resetField('password')
  })

  return (
    <FormShell onSubmit={onSubmit} error={error}>
      <TextField control={control} name="email" label="E-mail" type="email" autoComplete="username" autoFocus />
      <TextField control={control} name="password" label="Password" type="password" autoComplete="current-password" />
      <SubmitButton pending={formState.isSubmitting || leaving} className="w-full">
        Sign in
      </SubmitButton>
    </FormShell>
  )
}
