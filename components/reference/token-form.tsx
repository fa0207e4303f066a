'use client'

import { useId, useState } from 'react'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { Input } from '@/components/ui/input'
import { Label } from '@/components/ui/label'
import { obtainToken } from './obtain-token'
import { useToken } from './token-context'

/** Where the reader gives the page a token, by a key or as it is. */
export function TokenForm() {
  const { token, setToken } = useToken()
  const [secret, setSecret] = useState('')
  const [pending, setPending] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const id = useId()

  async function submit() {
    setPending(true)
    setProblem(null)
    try {
      setToken(await obtainToken(secret))
      setSecret('')
    } catch (error) {
      setProblem(error instanceof Error ? error.message : 'No answer from the token endpoint.')
    } finally {
      setPending(false)
    }
  }

  if (token) {
    const until = token.expiresAt?.toLocaleTimeString([], { hour: '2-digit', minute: '2-digit' })
    const actions = (
      <Button size="sm" onClick={() => setToken(null)}>
        Forget it
      </Button>
    )
    return (
      <Alert tone="success" title="Calls carry your token" actions={actions}>
        {until ? `It is valid until ${until}. ` : ''}This page keeps it in memory only.
      </Alert>
    )
  }
  return (
    <form
      className="space-y-1.5"
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <Label htmlFor={id}>API key or access token</Label>
      <div className="flex flex-wrap gap-2">
        <Input
          id={id}
          mono
          type="password"
          autoComplete="off"
          required
          aria-describedby={`${id}-hint`}
          value={secret}
          onChange={(event) => setSecret(event.target.value)}
          className="w-auto flex-1 basis-56"
        />
        <Button type="submit" variant="primary" pending={pending}>
          Use it
        </Button>
      </div>
      <p id={`${id}-hint`} className="text-[0.8125rem] text-muted-foreground">
        A key is exchanged for a token at once. Nothing is stored: the page forgets both when it is closed.
      </p>
      {problem ? <Alert tone="danger">{problem}</Alert> : null}
    </form>
  )
}
