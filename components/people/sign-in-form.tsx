'use client'

import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { type Control, type Resolver, useForm } from 'react-hook-form'
import { FormShell } from '@/components/form/form-shell'
import { SubmitButton } from '@/components/form/submit-button'
import { TextField } from '@/components/form/text-field'
import { AuthLayout } from '@/components/layout/auth-layout'
import { TextLink } from '@/components/layout/text-link'
import { paths } from '@/components/paths'
import { Button } from '@/components/ui/button'
import { OrDivider } from '@/components/ui/or-divider'
import type { SignInInput } from '@/schemas/people/contract'
import { CODE_NEEDED } from '@/schemas/people/words'
import { signIn, signInByPasskey } from './auth-calls'

const UNREACHABLE = 'The server could not be reached. Check your connection and try again.'

/** Checks for missing values only. The server has the schema, and this page is kept small. */
const resolver: Resolver<SignInInput> = (values) => {
  const email = values.email.trim().toLowerCase()
  const problems = {
    ...(/^[^\s@]+@[^\s@]+$/.test(email) ? {} : { email: problem('Enter an email address') }),
    ...(values.password === '' ? { password: problem('Enter your password') } : {}),
  }
  if (Object.keys(problems).length > 0) return { values: {}, errors: problems }
  return { values: { ...values, email }, errors: {} }
}

function problem(message: string) {
  return { type: 'validate', message }
}

/** The card of the sign-in page. `next` is a path of this portal, checked by the page. */
export function SignInForm({ next }: { next: string }) {
  const { control, handleSubmit, formState, resetField, getValues } = useForm({
    resolver,
    defaultValues: { email: '', password: '', code: '' },
  })
  const [error, setError] = useState<string | null>(null)
  const [leaving, setLeaving] = useState(false)
  const [asksCode, setAsksCode] = useState(false)
  const [asking, setAsking] = useState(false)

  function enter() {
    setLeaving(true)
    // A full load, so that nothing of an earlier person stays in the caches.
    window.location.assign(next)
  }

  const onSubmit = handleSubmit(async (credentials) => {
    setError(null)
    const refusal = await signIn(credentials).catch(() => UNREACHABLE)
    if (refusal === null) return enter()
    if (refusal === CODE_NEEDED) {
      setAsksCode(true)
      return
    }
    setError(refusal)
    // A code is requested only after the password was right.
    resetField(asksCode ? 'code' : 'password')
  })

  /** Signs in with a passkey, alone or as the second factor after the password. */
  async function submitPasskey() {
    setError(null)
    setAsking(true)
    const refusal = await enterByPasskey().catch(() => UNREACHABLE)
    setAsking(false)
    if (refusal === null) return enter()
    setError(refusal)
  }

  async function enterByPasskey(): Promise<string | null> {
    const { getSignInAssertion } = await import('./get-sign-in-assertion')
    const answer = await getSignInAssertion()
    if (typeof answer === 'string') return answer
    const { email, password } = getValues()
    return asksCode ? signIn({ email, password, passkey: answer }) : signInByPasskey(answer)
  }

  return (
    <AuthLayout
      title={asksCode ? 'Second step' : 'Sign in'}
      description={
        asksCode ? 'Your password is correct. Confirm that it is you.' : 'Use the email address you were invited with.'
      }
      footer={asksCode ? null : <SignInHelp />}
    >
      <FormShell onSubmit={onSubmit} error={error}>
        {asksCode ? <CodeField control={control} /> : <PasswordFields control={control} />}
        <SubmitButton pending={formState.isSubmitting || leaving} className="w-full">
          {asksCode ? 'Continue' : 'Sign in'}
        </SubmitButton>
        <OrDivider />
        <Button
          className="w-full"
          icon={<KeyRound aria-hidden />}
          pending={asking}
          disabled={formState.isSubmitting || leaving}
          onClick={submitPasskey}
        >
          {asksCode ? 'Use a passkey' : 'Sign in with a passkey'}
        </Button>
        {asksCode ? (
          <Button className="w-full" variant="ghost" onClick={() => window.location.reload()}>
            Start again
          </Button>
        ) : null}
      </FormShell>
    </AuthLayout>
  )
}

type FieldProps = { control: Control<SignInInput> }

function PasswordFields({ control }: FieldProps) {
  return (
    <>
      <TextField control={control} name="email" label="Email" type="email" autoComplete="username" autoFocus />
      <TextField control={control} name="password" label="Password" type="password" autoComplete="current-password" />
    </>
  )
}

function CodeField({ control }: FieldProps) {
  return (
    <TextField
      control={control}
      name="code"
      label="Authentication code"
      hint="From your authenticator app, or one of your recovery codes."
      autoComplete="one-time-code"
      autoFocus
    />
  )
}

function SignInHelp() {
  return (
    <>
      <p>
        <TextLink href={paths.forgotPassword}>Forgot your password?</TextLink>
      </p>
      <p className="mt-2 text-balance">No account yet? Ask the operator of this platform for an invitation.</p>
    </>
  )
}
